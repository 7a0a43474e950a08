#include "espalier/driver/code_of_plan.h"

#include "espalier/ast/sampled_check.h"
#include "espalier/base/error.h"
#include "espalier/driver/budget.h"
#include "espalier/driver/legality.h"
#include "espalier/driver/missed_parallelism.h"
#include "espalier/driver/steady_loops.h"
#include "espalier/lowering/buffer_scopes.h"
#include "espalier/lowering/code_check.h"
#include "espalier/lowering/kernel_calls.h"
#include "espalier/lowering/vector_rows.h"
#include "espalier/machine/thread_division.h"
#include "espalier/schedule/loops.h"

#include <algorithm>

namespace espalier::driver {

namespace {

/// What the code executes: kernels and functions for rows take the place of loops that ask for
/// them.
lowering::LoweredPlan lowered(const RegionWork &work, const transform::Plan &plan)
{
    return lowering::with_buffer_scopes(lowering::with_vector_rows(
        schedule::has_blocked_loops(plan.tree) ? lowering::with_kernels(plan, work.file.kernels)
                                               : lowering::LoweredPlan{plan.program, plan.tree},
        work.options().machine, work.file.kernels));
}

/// \throws Error{impossible_code}, with the place in the script if that makes a plan without code
std::optional<targets::RegionCode> generate(const RegionWork &work, const RegionPlan &planned,
                                            const lowering::LoweredPlan &plan)
{
    const targets::RegionStyle style = region_style(work, planned);
    try {
        return targets::generate_region(plan, style);
    } catch (const Error &error) {
        if (!work.follows_script())
            throw;
        auto has_code = [&](const transform::Plan &earlier) {
            try {
                targets::generate_region(
                    lowering::with_buffer_scopes({earlier.program, earlier.tree}), style);
            } catch (const Error &) {
                return false;
            }
            return true;
        };
        throw work.file.script->located(work.number, error, has_code);
    }
}

/// Executes the loops, and what threads, vectors and registers do of them, for small sizes.
/// \throws Error{verification_failed} if they do something else than the schedule
void verify(const RegionWork &work, const lowering::LoweredPlan &plan,
            const targets::RegionCode &code)
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
                        work.region().place);
}

void explain(RegionWork &work, const schedule::Tree &tree, const targets::RegionCode &code)
{
    if (!work.options().explain)
        return;
    const auto statements =
        std::ranges::count_if(work.region().program.statements,
                              [](const auto &statement) { return !statement.is_kill(); });
    work.remark(
        DiagnosticKind::transformed,
        fmt::format("this region of `{}` was transformed: statements: {}, parallel loops: {}",
                    work.region().function, statements, schedule::count_concurrent_loops(tree)));
    if (!code.runtime_check.empty())
        work.remark(
            DiagnosticKind::runtime_check,
            fmt::format("the new code runs if `{}`, the old one otherwise", code.runtime_check));
    for (const std::string &array : code.thread_arrays)
        work.remark(DiagnosticKind::transformed, array);
    for (const std::string &guard : code.innermost_guards)
        work.remark(DiagnosticKind::guarded_loop, guard);
    std::ranges::move(reduction_remarks(work.region().program, tree),
                      std::back_inserter(work.result.remarks));
}

/// The code for a plan; nothing, and a remark, where the check that it needs cannot be made.
std::optional<targets::RegionCode> generated(RegionWork &work, const RegionPlan &planned,
                                             const lowering::LoweredPlan &plan)
{
    work.show(Phase::lowering, plan);
    if (work.options().windows.leaves_out(Phase::ast))
        return std::nullopt;
    std::optional<targets::RegionCode> code =
        work.timings().measure("codegen", [&] { return generate(work, planned, plan); });
    auto leave = [&](const char *reason, const char *help) {
        work.remark(DiagnosticKind::no_transformation,
                    fmt::format("the region was left as it was: {}", reason));
        work.result.help = help;
        return std::nullopt;
    };
    if (!code)
        return leave("arrays in it may overlap, and the memory that it touches has no bounds to "
                     "check",
                     "declare the pointers `restrict`");
    if (work.region().declares_for_later && !code->runtime_check.empty())
        return leave("it needs a check at run time, and declares variables that are used after it",
                     "declare the variables before the loops");
    work.show(Phase::ast, plan, code->ast, work.file.names);
    if (work.options().verify)
        work.timings().measure("verify", [&] { verify(work, plan, *code); });
    explain(work, plan.tree, *code);
    std::ranges::copy(planned.missed, std::back_inserter(work.result.remarks));
    work.result.steps = planned.plan.steps;
    return code;
}

/// What a plan breaks of what it is to do the same as.
std::optional<std::string> objection(const RegionWork &work, const RegionPlan &planned,
                                     const lowering::LoweredPlan &plan)
{
    if (work.follows_script())
        return work.file.script->objection(work.number, plan);
    const RegionAnalysis &known = work.known->analysis;
    const strategies::AnalyzedProgram *reference =
        planned.made ? planned.made->reference.get() : nullptr;
    const Legality legality(reference ? reference->program : known.program,
                            reference ? reference->dependences : known.dependences,
                            reduction_options(work.options()), known.strategy.parallel);
    return legality.objection(plan);
}

/// Holds what kernels and functions execute against the dependences of the source, from an eighth
/// of the budget, or as long as it takes with --verify. What takes more rests on the check of its
/// order.
/// \throws Error{verification_failed}
void check_calls(const RegionWork &work, const RegionPlan &planned,
                 const lowering::LoweredPlan &plan)
{
    std::optional<std::string> found;
    work.context().within_budget(
        work.options().verify ? 0 : presburger::part_of_budget(work.options().budget, 8),
        [&] { found = objection(work, planned, plan); });
    if (found)
        throw Error(Fault::espalier, DiagnosticKind::verification_failed,
                    "this is a bug in Espalier, please report it with the input: " + *found,
                    work.region().place);
}

} // namespace

targets::RegionStyle region_style(const RegionWork &work, const RegionPlan &planned)
{
    targets::RegionStyle style;
    style.original = work.region().original;
    style.pointer_results = work.region().pointer_results;
    style.own_names = work.region().own_names;
    style.outside = work.region().outside;
    style.function =
        fmt::format("{}{}{}", work.file.names.region, work.number + 1, work.in_case ? "_case" : "");
    style.indentation = work.region().indentation;
    style.names = work.file.names;
    style.target = work.options().target;
    style.shares_rounding = work.file.extraction.can_change_rounding;
    style.narrow_vector = long(machine::narrow_vector(work.options().machine));
    if (schedule::has_threads(planned.plan.tree))
        style.shared_inspections = machine::elements_worth_sharing(work.options().machine);
    style.is_in_steady_loop = is_in_steady_loop(work.region(), work.file.extraction);
    // What follows uses variables that the new code declares.
    if (!work.region().declares_for_later) {
        style.runs_original_if_too_little = planned.gains_by_threads_alone;
        style.least_work = planned.least_work;
    }
    return style;
}

std::optional<targets::RegionCode> code_of_plan(RegionWork &work, const RegionPlan &planned)
{
    if (work.options().windows.leaves_out(Phase::lowering))
        return std::nullopt;
    return generated(work, planned, lowered(work, planned.plan));
}

bool code_within_budget(RegionWork &work, const RegionPlan &planned,
                        std::optional<targets::RegionCode> &code)
{
    lowering::LoweredPlan plan = {planned.plan.program, planned.plan.tree};
    if (work.options().windows.leaves_out(Phase::lowering))
        return true;
    const unsigned long left = work.context().operations_left();
    const bool is_done = work.context().within_budget(left - left / 16, [&] {
        plan = work.timings().measure("strategy", [&] { return lowered(work, planned.plan); });
        code = generated(work, planned, plan);
    });
    if (is_done && code && !plan.contracts.empty())
        work.timings().measure("check", [&] { check_calls(work, planned, plan); });
    return is_done;
}

} // namespace espalier::driver
