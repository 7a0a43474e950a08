#include "espalier/driver/commands.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/dependence/flow.h"
#include "espalier/schedule/original.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>

namespace espalier::driver {

namespace {

bool has_extension(const std::string &file, const char *extension)
{
    return std::filesystem::path(file).extension() == extension;
}

/// One YAML document per region of a C file, each made by `describe`.
CommandResult describe_regions(
    const std::string &input, const OptimizeOptions &options,
    const std::function<std::string(const program::Program &, CommandResult &)> &describe)
{
    presburger::Context context;
    CommandResult result;
    frontend::Options frontend_options = options.frontend;
    frontend_options.budget = options.budget;
    frontend::Extraction extraction = result.timings.measure(
        "frontend", [&] { return frontend::extract(input, frontend_options, context); });
    result.remarks = extraction.remarks;
    for (const frontend::Region &region : extraction.regions) {
        result.text += fmt::format("--- # {}:{}, in `{}`\n", region.place.file, region.place.line,
                                   region.function);
        bool done = context.within_budget(options.budget,
                                          [&] { result.text += describe(region.program, result); });
        if (!done)
            result.remarks.push_back(
                {Severity::remark, DiagnosticKind::budget_exhausted, region.place,
                 "this takes more operations than the budget allows (--budget)"});
    }
    if (extraction.regions.empty())
        result.remarks.push_back({Severity::remark,
                                  DiagnosticKind::no_region,
                                  {input, 0, 0, ""},
                                  "there is no region that can be modelled"});
    return result;
}

} // namespace

CommandResult run_optimize(const std::string &input, const OptimizeOptions &options)
{
    CommandResult result;
    OptimizeResult optimized = optimize(input, options, result.timings);
    result.text = optimized.text;
    result.remarks = optimized.remarks;
    if (optimized.regions == 0)
        result.remarks.push_back({Severity::remark,
                                  DiagnosticKind::no_region,
                                  {input, 0, 0, ""},
                                  "there is no region to optimize; the output is the input"});
    return result;
}

CommandResult run_scop(const std::string &input, const OptimizeOptions &options)
{
    return describe_regions(input, options, [](const program::Program &program, CommandResult &) {
        return program::to_yaml(program);
    });
}

CommandResult run_deps(const std::string &input, const OptimizeOptions &options)
{
    if (has_extension(input, ".ai")) {
        presburger::Context context;
        CommandResult result;
        result.text = dependence::flow_of_file(context.get(), read_file(input), input);
        return result;
    }
    return describe_regions(
        input, options, [](const program::Program &program, CommandResult &result) {
            return result.timings.measure("dependences", [&] {
                return to_yaml(dependence::analyze(program, schedule::original_schedule(program)));
            });
        });
}

CommandResult run_schedule(const std::string &input, const OptimizeOptions &options)
{
    if (has_extension(input, ".sc") || has_extension(input, ".st")) {
        presburger::Context context;
        CommandResult result;
        std::string text = read_file(input);
        if (has_extension(input, ".st")) {
            result.text = schedule::Tree::parse(context.get(), text, input).to_yaml();
            return result;
        }
        dependence::Constraints constraints =
            scheduler::parse_constraints(context.get(), text, input);
        scheduler::Algorithm algorithm =
            options.scheduler.value_or(scheduler::Algorithm::automatic);
        std::optional<schedule::Tree> tree = scheduler::compute_schedule(constraints, algorithm);
        if (!tree)
            throw Error(
                Fault::input, DiagnosticKind::malformed_model,
                "no schedule respects these constraints: the validity constraints have a cycle",
                {input, 0, 0, ""});
        result.text = tree->to_yaml();
        return result;
    }
    return describe_regions(
        input, options, [&](const program::Program &program, CommandResult &result) {
            if (!options.scheduler)
                return schedule::original_schedule(program).to_yaml();
            dependence::Dependences dependences = result.timings.measure("dependences", [&] {
                return dependence::analyze(program, schedule::original_schedule(program));
            });
            std::optional<schedule::Tree> tree = result.timings.measure("scheduler", [&] {
                return scheduler::compute_schedule(
                    dependence::constraints(program, dependences, options.live_range_reordering),
                    *options.scheduler);
            });
            return tree ? tree->to_yaml() : "# no schedule was found\n";
        });
}

std::string isl_version() { return presburger::version(); }

} // namespace espalier::driver
