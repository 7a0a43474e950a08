#include "espalier/driver/windows.h"

#include "espalier/dependence/listing.h"
#include "espalier/lowering/target_code.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/yaml.h"
#include "espalier/targets/c/c_printer.h"

#include <fmt/format.h>

#include <sstream>

namespace espalier::driver {

namespace {

std::string as_comment(const std::string &text)
{
    std::string result, line;
    for (std::istringstream lines(text); std::getline(lines, line);)
        result += line.empty() ? "#\n" : fmt::format("# {}\n", line);
    return result;
}

} // namespace

std::string shown(const program::Program &program) { return program::to_yaml(program); }

std::string shown(const program::Program &program, const dependence::Dependences &dependences)
{
    return dependence::to_yaml(program, dependences, isl::union_map::empty(program.context.ctx()));
}

std::string shown(const std::optional<schedule::Tree> &tree)
{
    return tree ? schedule::to_yaml(*tree) : "# none was sought, or found\n";
}

std::string shown(const PlanningOutcome &planning)
{
    std::string result;
    for (const Choice &choice : planning.choices)
        result += fmt::format(
            "# {:>10} cycles: {}{}\n", choice.cycles ? fmt::format("{:.3g}", *choice.cycles) : "?",
            choice.made && !choice.made->strategy.empty() ? choice.made->strategy + ": " : "",
            choice.description);
    if (!planning.planned)
        return result + "# taken: the source, as it is\n";
    const transform::Plan &plan = planning.planned->plan;
    if (!plan.steps.empty())
        result += "# steps:\n" + as_comment(plan.steps);
    return result + schedule::to_yaml(plan.tree);
}

std::string shown(const lowering::LoweredPlan &plan)
{
    std::string result;
    for (const std::string &definition : plan.definitions)
        result += as_comment(definition);
    return result + schedule::to_yaml(plan.tree);
}

std::string shown(const lowering::LoweredPlan &plan, const ast::NodePtr &code,
                  const lowering::Names &names)
{
    return targets::CPrinter(plan.program, names)
        .print(lowering::target_code(plan.program, code, names), "", "    ");
}

} // namespace espalier::driver
