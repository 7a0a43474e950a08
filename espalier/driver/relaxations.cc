#include "espalier/driver/relaxations.h"

#include "espalier/schedule/loops.h"
#include "espalier/targets/c/reduction_clause.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::driver {

namespace {

using program::Reduction;

/// The reductions of all parallel loops of a tree, each once.
std::vector<Reduction> collected(const schedule::Tree &tree)
{
    std::vector<Reduction> result;
    for (const schedule::Loop &loop : schedule::loops_with_roles(tree))
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

/// \param message  of each, with a place for its clause
std::vector<Diagnostic> remarks_on(const std::vector<Reduction> &reductions,
                                   const program::Program &program, DiagnosticKind kind,
                                   fmt::format_string<std::string> message)
{
    std::vector<Diagnostic> result;
    for (const Reduction &reduction : reductions)
        result.push_back({Severity::remark, kind, place_of(program, reduction),
                          fmt::format(message, clause(program, reduction))});
    return result;
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
    const std::vector<Reduction> all = dependence::permitted_reductions(program, true);
    const std::vector<Reduction> permitted =
        dependence::permitted_reductions(program, options.fast_math);
    if (!permitted.empty())
        strategy.permitted = relaxed(permitted);
    if (options.explain && permitted.size() < all.size())
        strategy.withheld = relaxed(all);
}

dependence::Dependences dependences_of(const schedule::Tree &tree, const program::Program &program,
                                       const schedule::Tree &original,
                                       const dependence::Dependences &exact)
{
    std::vector<Reduction> used = collected(tree);
    return used.empty() ? exact : dependence::analyze(program, original, used);
}

std::vector<Diagnostic> reduction_remarks(const program::Program &program,
                                          const schedule::Tree &tree)
{
    return remarks_on(collected(tree), program, DiagnosticKind::parallel_reduction,
                      "a loop around this update runs in parallel: {}");
}

std::vector<Diagnostic> withheld_remarks(const program::Program &program,
                                         const std::vector<Reduction> &withheld)
{
    return remarks_on(withheld, program, DiagnosticKind::withheld_reduction,
                      "a loop around this update would run in parallel as {}, but that combines "
                      "floating-point numbers in another order; --fast-math permits it");
}

} // namespace espalier::driver
