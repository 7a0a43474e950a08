#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/dependence/constraints.h"
#include "espalier/dependence/constraints_file.h"
#include "espalier/driver/commands.h"
#include "espalier/driver/regions.h"
#include "espalier/presburger/print.h"
#include "espalier/report/schedule_picture.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/text.h"
#include "espalier/schedule/two_d_plus_one.h"
#include "espalier/schedule/yaml.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

namespace espalier::driver {

namespace {

using report::TitledTree;

/// The tree as text, in the formats that write trees one after the other.
std::string print(const schedule::Tree &tree, ScheduleFormat format)
{
    switch (format) {
    case ScheduleFormat::text:
        return schedule::to_text(tree);
    case ScheduleFormat::map:
        return presburger::to_string(schedule::schedule_relation(tree)) + "\n";
    case ScheduleFormat::two_d_plus_one:
        return schedule::to_string(schedule::to_two_d_plus_one(tree));
    default:
        return schedule::to_yaml(tree);
    }
}

std::string print(const std::vector<TitledTree> &trees, ScheduleFormat format)
{
    if (format == ScheduleFormat::svg)
        return report::to_svg(trees);
    if (format == ScheduleFormat::html)
        return report::to_html(trees);
    std::string result;
    for (const TitledTree &titled : trees) {
        if (!titled.title.empty())
            result += fmt::format("{} {}\n", format == ScheduleFormat::yaml ? "--- #" : "#",
                                  titled.title);
        result += print(titled.tree, format);
    }
    return result;
}

schedule::Tree tree_for_constraints(isl::ctx ctx, const std::string &input,
                                    const OptimizeOptions &options)
{
    dependence::Constraints constraints =
        dependence::read_constraints_file(ctx, read_file(input), input);
    scheduler::Result result =
        scheduler::compute_schedule(constraints, {}, options.scheduler.value_or(scheduler::Options()));
    if (!result.tree)
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    "no schedule was found for these constraints: " + result.reason,
                    {input, 0, 0, ""});
    return *result.tree;
}

/// The tree that the scheduler finds for a region, or the original one if it is not to look for
/// any.
std::optional<schedule::Tree> tree_for_region(const program::Program &program,
                                              const OptimizeOptions &options, Timings &timings)
{
    schedule::Tree original = schedule::original_schedule(program);
    if (!options.scheduler)
        return original;
    dependence::Dependences dependences =
        timings.measure("dependences", [&] { return dependence::analyze(program, original); });
    return timings.measure("scheduler", [&] {
        return scheduler::compute_schedule(
                   dependence::constraints(program, dependences, options.live_range_reordering), {},
                   *options.scheduler)
            .tree;
    });
}

std::vector<TitledTree> trees_of(const std::string &input, const OptimizeOptions &options,
                                 const presburger::Context &context, CommandResult &result)
{
    auto extension = std::filesystem::path(input).extension();
    if (extension == ".st")
        return {{"", schedule::read_yaml(context.get(), read_file(input), input)}};
    if (extension == ".sc")
        return {{"", tree_for_constraints(context.get(), input, options)}};
    std::vector<TitledTree> trees;
    foreach_region(input, options, context, result, [&](const frontend::Region &region) {
        if (auto tree = tree_for_region(region.program, options, result.timings))
            trees.push_back({title(region), *tree});
        else
            result.remarks.push_back({Severity::remark, DiagnosticKind::no_transformation,
                                      region.place, "no schedule was found for this region"});
    });
    return trees;
}

} // namespace

CommandResult run_schedule(const std::string &input, const OptimizeOptions &options,
                           ScheduleFormat format)
{
    presburger::Context context;
    CommandResult result;
    std::vector<TitledTree> trees = trees_of(input, options, context, result);
    try {
        result.text = print(trees, format);
    } catch (const Error &failure) {
        Diagnostic diagnostic = failure.diagnostic();
        diagnostic.place.file = input;
        throw Error(failure.fault(), diagnostic);
    }
    return result;
}

} // namespace espalier::driver
