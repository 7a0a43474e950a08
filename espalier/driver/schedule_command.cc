#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/dependence/constraints_file.h"
#include "espalier/dependence/promises.h"
#include "espalier/driver/commands.h"
#include "espalier/driver/missed_parallelism.h"
#include "espalier/driver/regions.h"
#include "espalier/driver/scheduling.h"
#include "espalier/presburger/print.h"
#include "espalier/report/schedule_picture.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/text.h"
#include "espalier/schedule/two_d_plus_one.h"
#include "espalier/schedule/yaml.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

namespace espalier::driver {

namespace {

using report::TitledTree;

/// A tree, and how it was found, or looked for.
struct TracedTree {
    std::string title;
    std::optional<schedule::Tree> tree;
    std::vector<std::string> trace = {};
};

bool is_picture(ScheduleFormat format)
{
    return format == ScheduleFormat::svg || format == ScheduleFormat::html;
}

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

std::string print(const std::vector<TracedTree> &trees, ScheduleFormat format)
{
    if (is_picture(format)) {
        std::vector<TitledTree> titled;
        for (const auto &[title, tree, trace] : trees)
            if (tree)
                titled.push_back({title, *tree});
        return format == ScheduleFormat::svg ? report::to_svg(titled) : report::to_html(titled);
    }
    std::string result;
    for (const auto &[title, tree, trace] : trees) {
        if (!title.empty())
            result += fmt::format("{} {}\n", format == ScheduleFormat::yaml ? "--- #" : "#", title);
        for (const std::string &line : trace)
            result += fmt::format("# {}\n", line);
        if (tree)
            result += print(*tree, format);
    }
    return result;
}

/// Makes the trees of one input.
class TreeSource {
public:
    TreeSource(const std::string &input, const OptimizeOptions &options, bool wants_trace,
               const presburger::Context &context, CommandResult &result)
        : input_(input), options_(options), wants_trace_(wants_trace), context_(context),
          result_(result)
    {
    }

    std::vector<TracedTree> trees()
    {
        auto extension = std::filesystem::path(input_).extension();
        if (extension == ".st")
            return {{"", schedule::read_yaml(context_.get(), read_file(input_), input_)}};
        if (extension == ".sc")
            return {tree_for_constraints()};
        std::vector<TracedTree> result;
        foreach_region(input_, options_, context_, result_, [&](const frontend::Region &region) {
            TracedTree found = tree_for_region(region);
            if (found.tree || !found.trace.empty())
                result.push_back(std::move(found));
        });
        return result;
    }

private:
    scheduler::Trace into(std::vector<std::string> &lines) const
    {
        return wants_trace_ ? scheduler::Trace(lines) : scheduler::Trace();
    }

    TracedTree tree_for_constraints() const
    {
        dependence::Constraints constraints =
            dependence::read_constraints_file(context_.get(), read_file(input_), input_);
        std::vector<std::string> lines;
        scheduler::Result found = scheduler::compute_schedule(
            constraints, {}, heuristics(options_, SchedulerInput::constraints), into(lines));
        if (!found.tree)
            throw Error(Fault::input, DiagnosticKind::malformed_model,
                        "no schedule was found for these constraints: " + found.reason,
                        {input_, 0, 0, ""});
        return {"", found.tree, lines};
    }

    /// The tree that the scheduler finds for a region, or the original one if it is not to look for
    /// any.
    TracedTree tree_for_region(const frontend::Region &region)
    {
        schedule::Tree original = schedule::original_schedule(region.program);
        if (!options_.scheduler && !options_.explain)
            return {title(region), original};
        dependence::Dependences dependences = result_.timings.measure("dependences", [&] {
            return dependence::without_promised(dependence::analyze(region.program, original),
                                                region.program, region.independent_loops);
        });
        if (!options_.scheduler) {
            explain(region, dependences, schedule::original_schedule_without_kills(region.program));
            return {title(region), original};
        }
        std::vector<std::string> lines;
        RegionSchedule found = schedule_region(region.program, dependences, options_, context_,
                                               result_.timings, into(lines));
        if (found.lacks_groups && options_.explain)
            result_.remarks.push_back(lacks_groups_remark(region));
        if (found.result.tree)
            explain(region, dependences, *found.result.tree);
        else
            result_.remarks.push_back(
                {Severity::remark, DiagnosticKind::no_transformation, region.place,
                 "no schedule was found for this region: " + found.result.reason});
        return {title(region), found.result.tree, lines};
    }

    /// Within a budget of its own, so that the tree is not lost.
    void explain(const frontend::Region &region, const dependence::Dependences &dependences,
                 const schedule::Tree &tree)
    {
        if (!options_.explain)
            return;
        std::vector<Diagnostic> remarks;
        bool is_done = context_.within_budget(
            options_.budget, [&] { remarks = sequential_members(region, dependences, tree); });
        std::ranges::move(remarks, std::back_inserter(result_.remarks));
        if (!is_done)
            result_.remarks.push_back(
                {Severity::remark, DiagnosticKind::budget_exhausted, region.place,
                 "what keeps loops from running in parallel takes more operations to find out than "
                 "the budget allows (--budget)"});
    }

    const std::string &input_;
    const OptimizeOptions &options_;
    bool wants_trace_;
    const presburger::Context &context_;
    CommandResult &result_;
};

} // namespace

CommandResult run_schedule(const std::string &input, const OptimizeOptions &options,
                           const ScheduleOptions &schedule)
{
    if (schedule.trace && is_picture(schedule.format))
        throw Error(Fault::command_line, DiagnosticKind::bad_command_line,
                    "`--trace` writes comment lines, which `svg` and `html` have no place for: use "
                    "another `--format`");
    presburger::Context context;
    CommandResult result;
    std::vector<TracedTree> trees =
        TreeSource(input, options, schedule.trace, context, result).trees();
    try {
        result.text = print(trees, schedule.format);
    } catch (const Error &failure) {
        Diagnostic diagnostic = failure.diagnostic();
        diagnostic.place.file = input;
        throw Error(failure.fault(), diagnostic);
    }
    return result;
}

} // namespace espalier::driver
