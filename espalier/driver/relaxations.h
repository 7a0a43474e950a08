#pragma once

#include "espalier/base/diagnostic.h"
#include "espalier/dependence/parallelism.h"
#include "espalier/schedule/tree.h"
#include "espalier/strategies/cpu_strategy.h"

#include <string>
#include <vector>

namespace espalier::driver {

/// What the command line says about reductions.
struct ReductionOptions {
    bool fast_math; ///< floating-point operations may be done in another order
    bool explain;   ///< say what that permission would do
};

/// Lets `strategy` run the reductions of a program in parallel, as far as they are permitted.
/// \param original  the program's own order, with kills
void permit_reductions(const ReductionOptions &options, const program::Program &program,
                       const schedule::Tree &original, strategies::CpuStrategy &strategy);

/// The dependences that a tree has to respect: relaxed for those reductions that its parallel loops
/// collect, and no others.
/// \param exact  without any reduction
dependence::Dependences dependences_of(const schedule::Tree &tree, const program::Program &program,
                                       const schedule::Tree &original,
                                       const dependence::Dependences &exact);

/// "reduction(+: sum)": OpenMP's clause for a reduction, one that permit_reductions() permits.
std::string clause(const program::Program &program, const program::Reduction &reduction);

/// Remarks on the reductions that run in parallel.
std::vector<Diagnostic> reduction_remarks(const program::Program &program,
                                          const schedule::Tree &tree);

/// Remarks on reductions that would run in parallel with permission.
std::vector<Diagnostic> withheld_remarks(const program::Program &program,
                                         const std::vector<program::Reduction> &withheld);

} // namespace espalier::driver
