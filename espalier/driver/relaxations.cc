#include "espalier/driver/relaxations.h"

#include "espalier/schedule/loops.h"
#include "espalier/targets/c/reduction_clause.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::driver {

namespace {

using program::Reduction;

/// The reductions of all parallel loops of a plan, each once.
std::vector<Reduction> collected(const transform::CpuPlan &plan)
{
    std::vector<Reduction> result;
    for (const schedule::Loop &loop : schedule::loops_with_roles(plan.tree))
        for (const Reduction &reduction : loop.role()->own.reductions) {
            auto is_same = [&](const Reduction &known) { return known.is_same(reduction); };
            if (std::ranges::none_of(result, is_same))
                result.push_back(reduction);
        }
    return result;
}

/// Where the first update of a reduction stands.
SourcePlace place_of(const program::Program &program, const Reduction &reduction)
{
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (reduction.has(access.reference))
                return statement.place;
    return {};
}

} // namespace

std::string clause(const program::Program &program, const Reduction &reduction)
{
    return fmt::format("reduction({}: {})", program::spelling(reduction.op),
                       targets::clause_item(program.arrays[reduction.array]));
}

void permit_reductions(const ReductionOptions &options, const program::Program &program,
                       const schedule::Tree &original, strategies::CpuStrategy &strategy)
{
    auto relaxed = [&](const std::vector<Reduction> &reductions) {
        return dependence::Relaxation{reductions,
                                      dependence::analyze(program, original, reductions)};
    };
    std::vector<Reduction> all = dependence::find_reductions(program), permitted;
    std::erase_if(all, [&](const Reduction &reduction) {
        return !program::copied_extents(program.arrays[reduction.array]);
    });
    std::ranges::copy_if(all, std::back_inserter(permitted), [&](const Reduction &reduction) {
        return options.fast_math || !reduction.is_floating;
    });
    if (!permitted.empty())
        strategy.permitted = relaxed(permitted);
    if (options.explain && permitted.size() < all.size())
        strategy.withheld = relaxed(all);
}

dependence::Dependences dependences_of(const transform::CpuPlan &plan,
                                       const program::Program &program,
                                       const schedule::Tree &original,
                                       const dependence::Dependences &exact)
{
    std::vector<Reduction> used = collected(plan);
    return used.empty() ? exact : dependence::analyze(program, original, used);
}

std::vector<Diagnostic> reduction_remarks(const program::Program &program,
                                          const transform::CpuPlan &plan)
{
    std::vector<Diagnostic> result;
    auto add = [&](DiagnosticKind kind, const Reduction &reduction, const std::string &message) {
        result.push_back({Severity::remark, kind, place_of(program, reduction), message});
    };
    for (const Reduction &reduction : collected(plan))
        add(DiagnosticKind::parallel_reduction, reduction,
            fmt::format("a loop around this update runs in parallel: {}",
                        clause(program, reduction)));
    for (const Reduction &reduction : plan.withheld)
        add(DiagnosticKind::withheld_reduction, reduction,
            fmt::format("a loop around this update would run in parallel as {}, but that combines "
                        "floating-point numbers in another order; --fast-math permits it",
                        clause(program, reduction)));
    return result;
}

} // namespace espalier::driver
