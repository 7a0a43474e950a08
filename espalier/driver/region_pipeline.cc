#include "espalier/driver/region_pipeline.h"

#include "espalier/ast/sampled_check.h"
#include "espalier/base/error.h"
#include "espalier/driver/budget.h"
#include "espalier/driver/legality.h"
#include "espalier/driver/planning.h"
#include "espalier/driver/regions.h"
#include "espalier/driver/windows.h"
#include "espalier/lowering/buffer_scopes.h"
#include "espalier/lowering/code_check.h"
#include "espalier/lowering/kernel_calls.h"
#include "espalier/lowering/vector_rows.h"
#include "espalier/program/loops.h"
#include "espalier/schedule/loops.h"
#include "espalier/script/directives.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::driver {

namespace {

/// What is known of a region before it is planned.
struct Analyzed {
    RegionAnalysis analysis;
    std::vector<Choice> sources; ///< source_choices()
};

class RegionPipeline {
public:
    RegionPipeline(std::size_t number, FileWork &file)
        : number_(number), file_(file), options_(file.options), context_(file.context),
          timings_(file.timings), region_(file.extraction.regions[number])
    {
    }

    RegionResult run() &&
    {
        result_.code = attempt();
        return std::move(result_);
    }

private:
    std::optional<targets::RegionCode> attempt();
    std::optional<targets::RegionCode> code_within_budget();
    bool transform(std::optional<targets::RegionCode> &code);
    bool plan_within_budget(const OptimizeOptions &options, std::optional<Planned> &result);
    bool analyze_within_budget();
    bool finish_within_budget(const Planned &planned, std::optional<targets::RegionCode> &code);
    std::optional<targets::RegionCode> keep_order_within_budget();

    Analyzed with_sources(RegionAnalysis analysis) const;
    std::optional<Planned> plan_by_scheduler(const OptimizeOptions &options);
    transform::Plan weighed(transform::Plan plan) const;
    std::optional<Planned> plan_by_script();
    bool follows_script() const;
    std::optional<targets::RegionCode> finish(const Planned &planned,
                                              const lowering::LoweredPlan &plan);
    lowering::LoweredPlan lowered(const transform::Plan &plan) const;
    void check_calls(const Planned &planned, const lowering::LoweredPlan &plan);
    std::optional<std::string> objection(const Planned &planned,
                                         const lowering::LoweredPlan &plan) const;
    std::optional<targets::RegionCode> generate(const lowering::LoweredPlan &plan) const;
    targets::RegionStyle style() const;
    void verify(const lowering::LoweredPlan &plan, const targets::RegionCode &code) const;

    void remark(DiagnosticKind kind, const std::string &message);
    void explain(const schedule::Tree &tree, const targets::RegionCode &code);
    template <class... Values>
    void show(Phase phase, const Values &...values);

    const std::size_t number_;
    FileWork &file_;
    const OptimizeOptions &options_;
    const presburger::Context &context_;
    Timings &timings_;
    const frontend::Region &region_;
    std::optional<Analyzed> known_; ///< once it has been found out
    RegionResult result_;
};

void RegionPipeline::remark(DiagnosticKind kind, const std::string &message)
{
    result_.remarks.push_back({Severity::remark, kind, region_.place, message});
}

/// Opens a window on what a phase has made.
template <class... Values>
void RegionPipeline::show(Phase phase, const Values &...values)
{
    if (options_.windows.is_open(phase))
        result_.windows +=
            fmt::format("--- # {}, after {}\n{}", title(region_), name(phase), shown(values...));
}

/// What goes wrong leaves the region as it is.
std::optional<targets::RegionCode> RegionPipeline::attempt()
{
    auto leave = [&](const std::string &reason) {
        remark(DiagnosticKind::no_transformation, "the region was left as it was" + reason);
        return std::nullopt;
    };
    auto leave_after_failure = [&](const std::string &what) {
        return leave(", because of a failure inside Espalier: " + what);
    };
    try {
        return code_within_budget();
    } catch (const isl::exception &failure) {
        return leave_after_failure(failure.what());
    } catch (const Error &error) {
        // Who writes a script is to hear of what it asks for, and who asks for a check, of its end.
        const bool is_impossible = error.diagnostic().kind == DiagnosticKind::impossible_code;
        if (follows_script() || (options_.verify && !is_impossible))
            throw;
        if (is_impossible)
            return leave(std::string(": ") + error.what());
        return leave_after_failure(error.what());
    }
}

/// The code for the region; nothing, and a remark, where it stays as it was. What takes more than
/// the budget gives way to what takes less: the order of the source with threads, then the source.
std::optional<targets::RegionCode> RegionPipeline::code_within_budget()
{
    show(Phase::frontend, region_.program);
    std::optional<targets::RegionCode> code;
    bool is_done = false;
    context_.within_budget(15 * part_of_budget(options_.budget, 16),
                           [&] { is_done = transform(code); });
    if (is_done)
        return code;
    result_.remarks.clear();
    if (!follows_script())
        code = keep_order_within_budget();
    remark(DiagnosticKind::budget_exhausted,
           code ? "the region was left in the order of the source, but for threads: to find a "
                  "better one takes more operations than the budget allows (--budget)"
                : "the region was left as it was: it takes more operations than the budget allows "
                  "(--budget)");
    return code;
}

/// The best code for the region; nothing where it is to stay as it is. Where what a strategy made
/// takes too much of it, the region is planned again without that one.
/// \return false if that takes more than the budget
bool RegionPipeline::transform(std::optional<targets::RegionCode> &code)
{
    if (is_never_executed(region_.program) || options_.windows.leaves_out(Phase::dependence))
        return true;
    OptimizeOptions options = options_;
    while (true) {
        result_.remarks.clear();
        std::optional<Planned> planned;
        if (!plan_within_budget(options, planned))
            return false;
        if (!planned || finish_within_budget(*planned, code))
            return true;
        if (!planned->made || std::erase_if(options.strategies, [&](const auto &strategy) {
                                  return strategy.name == planned->made->strategy;
                              }) == 0)
            return false;
    }
}

/// \param options  the command's, perhaps without some strategies
/// \param result   nothing where the region is to stay as it is
/// \return false if that takes more than the budget
bool RegionPipeline::plan_within_budget(const OptimizeOptions &options,
                                        std::optional<Planned> &result)
{
    const bool is_done = context_.within_budget(options_.budget, [&] {
        if (follows_script())
            result = plan_by_script();
        else if (known_ || analyze_within_budget())
            result = plan_by_scheduler(options);
    });
    return is_done && (known_ || follows_script());
}

/// \return false if that takes more than three quarters of the budget
bool RegionPipeline::analyze_within_budget()
{
    return context_.within_budget(3 * part_of_budget(options_.budget, 4), [&] {
        known_ = with_sources(analyze(region_, options_, timings_));
        show(Phase::dependence, known_->analysis.program, known_->analysis.dependences);
    });
}

Analyzed RegionPipeline::with_sources(RegionAnalysis analysis) const
{
    std::vector<Choice> sources = source_choices(analysis, options_, context_, timings_);
    return {std::move(analysis), std::move(sources)};
}

/// Generates code from five eighths of the budget: where bounds of several loops cut blocks, it can
/// have too many cases. What calls execute is checked last.
/// \return false if that is not enough
bool RegionPipeline::finish_within_budget(const Planned &planned,
                                          std::optional<targets::RegionCode> &code)
{
    lowering::LoweredPlan plan = {planned.plan.program, planned.plan.tree};
    if (options_.windows.leaves_out(Phase::lowering))
        return true;
    const bool is_done = context_.within_budget(5 * part_of_budget(options_.budget, 8), [&] {
        plan = timings_.measure("strategy", [&] { return lowered(planned.plan); });
        code = finish(planned, plan);
    });
    if (is_done && code && !plan.contracts.empty())
        timings_.measure("check", [&] { check_calls(planned, plan); });
    return is_done;
}

/// The code for the region in the order of the source, with threads, from a quarter of the budget;
/// nothing if that is not enough, or no threads pay. Where it takes more than the budget to find
/// out what depends on what, more is taken to do so.
std::optional<targets::RegionCode> RegionPipeline::keep_order_within_budget()
{
    std::optional<targets::RegionCode> code;
    const bool is_done = context_.within_budget(part_of_budget(options_.budget, 4), [&] {
        if (!known_)
            known_ = with_sources(analyze_roughly(region_, options_, timings_));
        const RegionTask task{region_, known_->analysis, options_, context_, timings_};
        Planning planning = plan_source(task, known_->sources.back());
        if (planning.planned)
            code = finish(*planning.planned, lowered(planning.planned->plan));
    });
    if (is_done && code)
        return code;
    result_.remarks.clear();
    return std::nullopt;
}

/// What the scheduler and the strategies for CPUs make of the region.
std::optional<Planned> RegionPipeline::plan_by_scheduler(const OptimizeOptions &options)
{
    if (options_.windows.leaves_out(Phase::scheduler))
        return std::nullopt;
    const RegionTask task{region_, known_->analysis, options, context_, timings_};
    Planning planning = plan_region(task, known_->sources);
    show(Phase::scheduler, planning.schedule);
    show(Phase::strategies, planning);
    std::ranges::move(planning.remarks, std::back_inserter(result_.remarks));
    return std::move(planning.planned);
}

/// Whether a script says how to transform the region: that of the user says it for all.
bool RegionPipeline::follows_script() const
{
    return options_.script || !program::directives_in(region_.program.nest).empty();
}

/// What the script made of the region.
/// \throws Error{broken_dependence}
std::optional<Planned> RegionPipeline::plan_by_script()
{
    auto leave = [&](DiagnosticKind kind, const char *reason) {
        remark(kind, fmt::format("the region was left as it was: {}", reason));
        return std::nullopt;
    };
    if (!file_.script)
        return leave(DiagnosticKind::budget_exhausted,
                     "its script takes more operations than the budget allows (--budget)");
    if (!file_.script->transforms(number_))
        return leave(DiagnosticKind::no_transformation, "the script does nothing with it");
    if (file_.script->keeps_source(number_))
        return leave(DiagnosticKind::no_transformation, "the script says so");
    Planning planning;
    planning.planned = timings_.measure("check", [&] { return file_.script->planned(number_); });
    if (file_.script->weighs_threads(number_))
        planning.planned->plan = weighed(std::move(planning.planned->plan));
    if (std::string done = file_.script->description(number_); options_.explain && !done.empty())
        remark(DiagnosticKind::transformed, "as the script says: " + done);
    planning.planned->plan.steps = script::script_of_directives(region_.program).text;
    show(Phase::strategies, planning);
    return std::move(planning.planned);
}

/// A plan without the parallel loops that do not pay by the estimate, and with conditions for
/// others; the same plan if there is no estimate.
transform::Plan RegionPipeline::weighed(transform::Plan plan) const
{
    Choice choice{.plan = std::move(plan), .description = ""};
    assess(choice, options_.machine, context_, estimate_budget(options_.budget));
    return std::move(choice.plan);
}

/// The code for a plan; nothing, and a remark, where the check that it needs cannot be made.
std::optional<targets::RegionCode> RegionPipeline::finish(const Planned &planned,
                                                          const lowering::LoweredPlan &plan)
{
    show(Phase::lowering, plan);
    if (options_.windows.leaves_out(Phase::ast))
        return std::nullopt;
    std::optional<targets::RegionCode> code =
        timings_.measure("codegen", [&] { return generate(plan); });
    auto leave = [&](const char *reason) {
        remark(DiagnosticKind::no_transformation,
               fmt::format("the region was left as it was: {}", reason));
        return std::nullopt;
    };
    if (!code)
        return leave("arrays in it may overlap, and the memory that it touches has no bounds to "
                     "check");
    if (region_.declares_for_later && !code->runtime_check.empty())
        return leave("it needs a check at run time, and declares variables that are used after it");
    show(Phase::ast, plan, code->ast, file_.names);
    if (options_.verify)
        timings_.measure("verify", [&] { verify(plan, *code); });
    explain(plan.tree, *code);
    std::ranges::copy(planned.missed, std::back_inserter(result_.remarks));
    result_.steps = planned.plan.steps;
    return code;
}

/// Holds what kernels and functions execute against the dependences of the source, from an eighth
/// of the budget, or as long as it takes with --verify. What takes more rests on the check of its
/// order.
/// \throws Error{verification_failed}
void RegionPipeline::check_calls(const Planned &planned, const lowering::LoweredPlan &plan)
{
    std::optional<std::string> found;
    context_.within_budget(options_.verify ? 0 : part_of_budget(options_.budget, 8),
                           [&] { found = objection(planned, plan); });
    if (found)
        throw Error(Fault::espalier, DiagnosticKind::verification_failed,
                    "this is a bug in Espalier, please report it with the input: " + *found,
                    region_.place);
}

/// What a plan breaks of what it is to do the same as.
std::optional<std::string> RegionPipeline::objection(const Planned &planned,
                                                     const lowering::LoweredPlan &plan) const
{
    if (follows_script())
        return file_.script->objection(number_, plan);
    const RegionAnalysis &known = known_->analysis;
    const strategies::AnalyzedProgram *reference =
        planned.made ? planned.made->reference.get() : nullptr;
    const Legality legality(reference ? reference->program : known.program,
                            reference ? reference->dependences : known.dependences,
                            reduction_options(options_), known.strategy.parallel);
    return legality.objection(plan);
}

/// What the code executes: kernels and functions for rows take the place of loops that ask for
/// them.
lowering::LoweredPlan RegionPipeline::lowered(const transform::Plan &plan) const
{
    return lowering::with_buffer_scopes(lowering::with_vector_rows(
        schedule::has_blocked_loops(plan.tree) ? lowering::with_kernels(plan, file_.kernels)
                                               : lowering::LoweredPlan{plan.program, plan.tree},
        options_.machine, file_.kernels));
}

targets::RegionStyle RegionPipeline::style() const
{
    targets::RegionStyle style;
    style.original = region_.original;
    style.own_names = region_.own_names;
    style.indentation = region_.indentation;
    style.names = file_.names;
    style.target = options_.target;
    style.shares_rounding = file_.extraction.can_change_rounding;
    return style;
}

/// \throws Error{impossible_code}, with the place in the script if that makes a plan without code
std::optional<targets::RegionCode> RegionPipeline::generate(const lowering::LoweredPlan &plan) const
{
    try {
        return targets::generate_region(plan, style());
    } catch (const Error &error) {
        if (!follows_script())
            throw;
        auto has_code = [&](const transform::Plan &earlier) {
            try {
                targets::generate_region(
                    lowering::with_buffer_scopes({earlier.program, earlier.tree}), style());
            } catch (const Error &) {
                return false;
            }
            return true;
        };
        throw file_.script->located(number_, error, has_code);
    }
}

/// Executes the loops, and what threads, vectors and registers do of them, for small sizes.
/// \throws Error{verification_failed} if they do something else than the schedule
void RegionPipeline::verify(const lowering::LoweredPlan &plan,
                            const targets::RegionCode &code) const
{
    const isl::set possible =
        program::code_context(plan.program).intersect(program::parameter_ranges(plan.program));
    const ast::Expectation expected = ast::expectation(plan.tree, possible);
    for (const ast::Verdict &verdict :
         {ast::check_samples(code.ast, expected),
          lowering::check_code(plan.program, code.ast, code.code, expected)})
        if (verdict.is_wrong())
            throw Error(Fault::espalier, DiagnosticKind::verification_failed,
                        "this is a bug in Espalier, please report it with the input: " +
                            verdict.reason,
                        region_.place);
}

void RegionPipeline::explain(const schedule::Tree &tree, const targets::RegionCode &code)
{
    if (!options_.explain)
        return;
    const auto statements = std::ranges::count_if(
        region_.program.statements, [](const auto &statement) { return !statement.is_kill(); });
    remark(DiagnosticKind::transformed,
           fmt::format("this region of `{}` was transformed: statements: {}, parallel loops: {}",
                       region_.function, statements, schedule::count_concurrent_loops(tree)));
    if (!code.runtime_check.empty())
        remark(DiagnosticKind::runtime_check,
               fmt::format("the new code runs if `{}`, the old one otherwise", code.runtime_check));
    for (const std::string &guard : code.innermost_guards)
        remark(DiagnosticKind::guarded_loop, guard);
    std::ranges::move(reduction_remarks(region_.program, tree),
                      std::back_inserter(result_.remarks));
}

} // namespace

RegionResult optimize_region(std::size_t number, FileWork &file)
{
    return RegionPipeline(number, file).run();
}

} // namespace espalier::driver
