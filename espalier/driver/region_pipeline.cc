#include "espalier/driver/region_pipeline.h"

#include "espalier/base/error.h"
#include "espalier/driver/budget.h"
#include "espalier/driver/code_of_plan.h"
#include "espalier/driver/device_regions.h"
#include "espalier/driver/planning.h"
#include "espalier/driver/region_work.h"
#include "espalier/driver/regions.h"
#include "espalier/program/cases.h"
#include "espalier/strategies/usual_sizes.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::driver {

namespace {

constexpr const char *left_for_budget =
    "the region was left as it was: it takes more operations than the budget allows (--budget)";

constexpr const char *too_much_for_device =
    "the host runs the region: code for a device takes more operations than the budget allows "
    "(--budget)";

Analyzed with_sources(const RegionWork &work, RegionAnalysis analysis)
{
    std::vector<Choice> sources =
        source_choices(analysis, work.options(), work.context(), work.timings());
    return {std::move(analysis), std::move(sources)};
}

void find_out(RegionWork &work)
{
    work.known = with_sources(work, analyze(work.region(), work.options(), work.timings()));
    work.show(Phase::dependence, work.known->analysis.program, work.known->analysis.dependences);
}

/// Finds it out where this was not possible before, if there is much more left than there was then.
/// \return false if that is not enough either
bool find_out_with_more(RegionWork &work)
{
    constexpr unsigned long much_more = 4;
    const unsigned long left = work.context().operations_left();
    return (left == 0 || left / 2 >= much_more * work.analysis_operations) &&
           work.context().within_budget(left / 2, [&] { find_out(work); });
}

RegionTask task_of(const RegionWork &work)
{
    return {work.region(), work.known->analysis, work.options(), work.context(), work.timings()};
}

/// Shows what planning has found, and adds its remarks.
void note(RegionWork &work, PlanningOutcome &planning)
{
    work.show(Phase::strategies, planning);
    std::ranges::move(planning.remarks, std::back_inserter(work.result.remarks));
}

/// What the scheduler and the strategies for CPUs make of the region, from three quarters of what
/// is left of the budget: the rest is for the code.
PlanningOutcome plan_by_scheduler(RegionWork &work)
{
    if (work.options().windows.leaves_out(Phase::scheduler))
        return {};
    const unsigned long left = work.context().operations_left();
    PlanningOutcome planning = plan_region(task_of(work), work.known->sources, left - left / 4);
    work.show(Phase::scheduler, planning.schedule);
    note(work, planning);
    return planning;
}

/// The next best of what planning has found, where the code for what was chosen takes too long.
PlanningOutcome plan_without_chosen(RegionWork &work, PlanningOutcome planning)
{
    const auto chosen = planning.choices.begin() + long(*planning.chosen);
    work.result.remarks = std::move(planning.search_remarks);
    work.remark(DiagnosticKind::budget_exhausted,
                fmt::format("this was given up: {}; its code takes more operations than the budget "
                            "allows (--budget)",
                            title(*chosen)));
    planning.choices.erase(chosen);
    std::vector<Diagnostic> remarks = work.result.remarks;
    PlanningOutcome next =
        plan_among(task_of(work), work.known->sources.front(), std::move(planning.choices));
    next.search_remarks = std::move(remarks);
    note(work, next);
    return next;
}

/// A plan without the parallel loops that do not pay by the estimate, and with conditions for
/// others; the same plan if there is no estimate.
transform::Plan weighed(const RegionWork &work, transform::Plan plan)
{
    Choice choice{.plan = std::move(plan), .description = ""};
    const unsigned long budget = estimate_budget(work.options().budget);
    assess(choice, work.options().machine, work.context(), budget);
    settle_threads(choice, work.options().machine, work.context(), budget);
    return std::move(choice.plan);
}

/// What the script made of the region.
/// \throws Error{broken_dependence}
PlanningOutcome plan_by_script(RegionWork &work)
{
    auto leave = [&](DiagnosticKind kind, const char *reason) {
        work.remark(kind, fmt::format("the region was left as it was: {}", reason));
        return PlanningOutcome{};
    };
    if (!work.file.script)
        return leave(DiagnosticKind::budget_exhausted,
                     "its script takes more operations than the budget allows (--budget)");
    if (!work.file.script->transforms(work.number))
        return leave(DiagnosticKind::no_transformation, "the script does nothing with it");
    if (work.file.script->keeps_source(work.number))
        return leave(DiagnosticKind::no_transformation, "the script says so");
    PlanningOutcome planning;
    planning.planned =
        work.timings().measure("check", [&] { return work.file.script->planned(work.number); });
    if (work.file.script->weighs_threads(work.number))
        planning.planned->plan = weighed(work, std::move(planning.planned->plan));
    if (std::string done = work.file.script->description(work.number);
        work.options().explain && !done.empty())
        work.remark(DiagnosticKind::transformed, "as the script says: " + done);
    planning.planned->plan.steps = script::script_of_directives(work.region().program).text;
    work.show(Phase::strategies, planning);
    return planning;
}

/// \return nothing if it takes more than the budget to find out what there is to plan with
std::optional<PlanningOutcome> plan(RegionWork &work)
{
    if (work.follows_script())
        return plan_by_script(work);
    if (!work.known && !find_out_with_more(work))
        return std::nullopt;
    return plan_by_scheduler(work);
}

/// The best code for the region; nothing where it is to stay as it is. Where what was chosen takes
/// too much of the budget, it is the next best.
/// \return false if that takes more than the budget
bool transform(RegionWork &work, std::optional<targets::RegionCode> &code)
{
    if (is_never_executed(work.region().program)) {
        if (work.options().explain)
            work.remark(DiagnosticKind::no_transformation,
                        "the region was left as it was: nothing in it is ever executed");
        return true;
    }
    if (work.options().windows.leaves_out(Phase::dependence))
        return true;
    std::optional<PlanningOutcome> planning = plan(work);
    while (planning && planning->planned && !code_within_budget(work, *planning->planned, code)) {
        if (!planning->chosen)
            return false;
        planning = plan_without_chosen(work, std::move(*planning));
    }
    if (planning && planning->chosen)
        work.chosen = std::move(planning->choices[*planning->chosen]);
    return planning.has_value();
}

/// The code for the region in the order of the source, with threads, as far as the budget goes;
/// nothing if that is not enough, or no threads pay. Where it takes more than the budget to find
/// out what depends on what, more is taken to do so.
std::optional<targets::RegionCode> keep_order_within_budget(RegionWork &work)
{
    std::optional<targets::RegionCode> code;
    const bool is_done = work.context().within_budget(work.context().operations_left(), [&] {
        if (!work.known)
            work.known =
                with_sources(work, analyze_roughly(work.region(), work.options(), work.timings()));
        PlanningOutcome planning = plan_source(task_of(work), work.known->sources.back());
        if (planning.planned)
            code = code_of_plan(work, *planning.planned);
    });
    if (is_done && code)
        return code;
    work.result.remarks.clear();
    return std::nullopt;
}

/// The code for the region; nothing, and a remark, where it stays as it was. What takes more than
/// fifteen sixteenths of the budget gives way to what takes less: the order of the source with
/// threads, then the source.
std::optional<targets::RegionCode> transform_or_keep_order(RegionWork &work)
{
    const unsigned long left = work.context().operations_left();
    std::optional<targets::RegionCode> code;
    bool is_done = false;
    work.context().within_budget(left - left / 16, [&] { is_done = transform(work, code); });
    if (is_done)
        return code;
    work.result.remarks.clear();
    if (!work.follows_script())
        code = keep_order_within_budget(work);
    work.remark(DiagnosticKind::budget_exhausted,
                code ? "the region was left in the order of the source, but for threads: to find a "
                       "better one takes more operations than the budget allows (--budget)"
                     : left_for_budget);
    return code;
}

/// A plan for the device, from three quarters of what is left of the budget: the rest is for the
/// host.
std::optional<DevicePlan> device_plan_within_budget(RegionWork &work)
{
    std::optional<DevicePlan> plan;
    const unsigned long left = work.context().operations_left();
    const bool is_done = work.context().within_budget(left - left / 4, [&] {
        if (!work.known)
            find_out(work);
        plan = plan_for_device(work);
    });
    if (!is_done)
        work.remark(DiagnosticKind::budget_exhausted, too_much_for_device);
    return is_done ? std::move(plan) : std::nullopt;
}

/// The code for the region where the host runs it.
std::optional<targets::RegionCode> for_host(RegionWork &work)
{
    work.own_options.device = nullptr;
    return transform_or_keep_order(work);
}

/// The code for the region, of the device or the host, whichever is sooner. Where code for the host
/// may be so, it stands behind that for the device.
std::optional<targets::RegionCode> for_device(RegionWork &work)
{
    const std::optional<DevicePlan> plan = device_plan_within_budget(work);
    if (!plan)
        return for_host(work);
    std::vector<Choice> on_host = work.known->sources;
    const Sooner sooner = who_is_sooner(work, *plan, on_host);
    if (sooner == Sooner::host)
        return for_host(work);
    std::optional<targets::RegionCode> host;
    if (sooner == Sooner::uncertain) {
        host = for_host(work);
        if (work.chosen)
            on_host.push_back(*work.chosen);
        if (work.chosen && who_is_sooner(work, *plan, on_host) == Sooner::host)
            return host;
        work.own_options.device = work.file.options.device;
    }
    std::optional<targets::RegionCode> code;
    const unsigned long left = work.context().operations_left();
    if (!work.context().within_budget(left - left / 4,
                                      [&] { code = code_for_device(work, *plan, on_host, host); }))
        work.remark(DiagnosticKind::budget_exhausted, too_much_for_device);
    if (code)
        return code;
    return host ? std::move(host) : for_host(work);
}

/// The same, within the budget.
std::optional<targets::RegionCode> optimized_within_budget(RegionWork &work, unsigned long budget)
{
    std::optional<targets::RegionCode> code;
    work.context().within_budget(budget, [&] {
        code = work.options().device ? for_device(work) : transform_or_keep_order(work);
    });
    return code;
}

/// What goes wrong leaves the region as it is.
std::optional<targets::RegionCode> attempt(RegionWork &work, unsigned long budget)
{
    auto leave = [&](const std::string &reason) {
        work.remark(DiagnosticKind::no_transformation, "the region was left as it was" + reason);
        return std::nullopt;
    };
    auto leave_after_failure = [&](const std::string &what) {
        return leave(", because of a failure inside Espalier: " + what);
    };
    try {
        return optimized_within_budget(work, budget);
    } catch (const isl::exception &failure) {
        return leave_after_failure(failure.what());
    } catch (const Error &error) {
        // Who writes a script is to hear of what it asks for, and who asks for a check, of its end.
        const bool is_impossible = error.diagnostic().kind == DiagnosticKind::impossible_code;
        if (work.follows_script() || (work.options().verify && !is_impossible))
            throw;
        if (is_impossible)
            return leave(std::string(": ") + error.what());
        return leave_after_failure(error.what());
    }
}

/// Whether a region may have code of its own for a case: nobody is to see, or to say, how its code
/// comes about, and nothing follows that new code has to be in front of.
bool may_have_cases(const RegionWork &work)
{
    const OptimizeOptions &options = work.options();
    return !options.device && !work.follows_script() && !options.emit_script &&
           !options.windows.is_any() && options.choice.empty() &&
           !work.region().declares_for_later && work.region().pointer_results.empty();
}

/// The region in the case of the usual sizes of short loops, behind whose checks stands the code
/// for all cases, or the source; nothing if there are no such loops.
std::optional<RegionWork> in_usual_case(const RegionWork &work)
{
    const std::optional<isl::set> usual = strategies::usual_sizes(work.region().program);
    if (!usual)
        return std::nullopt;
    RegionWork result{work.number, work.file, work.own_options, work.region()};
    result.in_case->program = program::in_case(work.region().program, *usual);
    if (work.result.code)
        result.in_case->original = work.result.code->text;
    return result;
}

/// Adds the code for a case to that for all.
void add_case(RegionResult &result, RegionResult own)
{
    for (Diagnostic &remark : own.remarks) {
        remark.message = "in the case of the usual sizes of short loops: " + remark.message;
        result.remarks.push_back(std::move(remark));
    }
    if (!result.code) {
        result.code = std::move(own.code);
        return;
    }
    targets::RegionCode &code = *result.code;
    code.text = std::move(own.code->text);
    code.helpers.merge(own.code->helpers);
    lowering::add_definitions(code.definitions, own.code->definitions);
    if (!code.function.empty() && !own.code->function.empty())
        code.function += "\n";
    code.function += own.code->function;
}

/// Short loops of the usual sizes get code of their own, in which it is known how often they run.
void add_usual_case(RegionWork &work, unsigned long budget)
{
    if (!may_have_cases(work))
        return;
    std::optional<RegionWork> usual = in_usual_case(work);
    if (!usual)
        return;
    analyze_region(*usual, budget);
    usual->result.code = attempt(*usual, budget);
    if (usual->result.code)
        add_case(work.result, std::move(usual->result));
}

} // namespace

void analyze_region(RegionWork &work, unsigned long budget)
{
    work.own_options.budget = budget;
    work.show(Phase::frontend, work.region().program);
    if (work.follows_script() || is_never_executed(work.region().program) ||
        work.options().windows.leaves_out(Phase::dependence))
        return;
    const unsigned long before = work.context().operations();
    try {
        work.context().within_budget(presburger::part_of_budget(budget, 2),
                                     [&] { find_out(work); });
        work.analysis_operations = work.context().operations() - before;
    } catch (const isl::exception &) { // optimize_region meets it again, and says so
    } catch (const Error &) {
    }
}

RegionResult optimize_region(RegionWork &work, unsigned long budget)
{
    if (work.options().device) // and the host may get code as well
        budget *= 2;
    if (budget != 0)
        work.own_options.budget = budget + work.analysis_operations;
    work.result.code = attempt(work, budget);
    add_usual_case(work, presburger::part_of_budget(budget, 2));
    if (work.known)
        work.result.source_cycles = work.known->sources.front().cycles;
    return std::move(work.result);
}

} // namespace espalier::driver
