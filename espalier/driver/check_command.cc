#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/dependence/explanations.h"
#include "espalier/dependence/violations.h"
#include "espalier/driver/commands.h"
#include "espalier/driver/regions.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/yaml.h"

#include <fmt/format.h>

namespace espalier::driver {

namespace {

/// What a schedule breaks, the first pair of references in full.
std::string summary(const program::Program &program,
                    const std::vector<dependence::Violation> &broken)
{
    std::string others = broken.size() == 1
                             ? ""
                             : fmt::format("; {} more pairs of references, or places in the "
                                           "schedule, are at odds",
                                           broken.size() - 1);
    return fmt::format("the schedule does not compute what the source does: {}{}",
                       dependence::explain(program, broken.front()), others);
}

} // namespace

CommandResult run_check(const std::string &input, const OptimizeOptions &options,
                        const std::string &tree_file)
{
    presburger::Context context;
    schedule::Tree tree = schedule::read_yaml(context.get(), read_file(tree_file), tree_file);
    if (schedule::has_extension(tree.node()))
        throw Error(
            Fault::input, DiagnosticKind::broken_dependence,
            "an extension adds instances that the program does not have: such a tree cannot "
            "be checked against it",
            {tree_file, 0, 0, ""});
    CommandResult result;
    std::size_t regions = 0;
    foreach_region(input, options, context, result, [&](const frontend::Region &region) {
        if (++regions > 1)
            throw Error(Fault::input, DiagnosticKind::broken_dependence,
                        "a schedule can only be checked for a file with one region: mark it by "
                        "`#pragma scop` and `#pragma endscop`",
                        region.place);
        schedule::Tree original = schedule::original_schedule(region.program);
        dependence::Dependences dependences = result.timings.measure(
            "dependences", [&] { return dependence::analyze(region.program, original); });
        std::vector<dependence::Violation> broken = result.timings.measure(
            "check", [&] { return dependence::violations(region.program, dependences, tree); });
        if (!broken.empty())
            throw Error(Fault::input, DiagnosticKind::broken_dependence,
                        summary(region.program, broken), region.place);
        result.text += fmt::format("{}: the schedule respects all dependences\n", title(region));
    });
    if (result.text.empty())
        throw Error(Fault::input, DiagnosticKind::broken_dependence,
                    "the schedule was not checked: there is no region in this file, or the budget "
                    "(--budget) was exhausted",
                    {input, 0, 0, ""});
    return result;
}

} // namespace espalier::driver
