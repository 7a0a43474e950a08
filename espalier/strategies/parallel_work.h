#pragma once

#include "espalier/machine/estimate.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

namespace espalier::strategies {

/// A tree without the parallel loops that do not pay. Where work depends on parameters, loops run
/// in parallel under the condition that there is enough of it; those that are in no other loop stay
/// for that even if they do not pay for `sizes`. Iterations that have more to do than others are
/// handed out one by one.
/// \param estimate  of the tree
/// \param sizes     that the estimate is for
schedule::Tree with_loops_that_pay(const program::Program &program, const schedule::Tree &tree,
                                   const machine::Estimate &estimate, const ast::Values &sizes);

/// The same of those loops alone that have no kernels inside, which stay parallel: their conditions
/// are for what the estimate says, where it says something.
schedule::Tree with_conditions_beside_kernels(const program::Program &program,
                                              const schedule::Tree &tree,
                                              const machine::Estimate &estimate,
                                              const ast::Values &sizes);

/// A tree whose parallel loops run in parallel only where they have enough to do, as far as that
/// depends on parameters in a simple way; for code that no estimate is made of.
/// \param cycles  that a statement instance takes
/// \param sizes   values of the parameters, to weigh statements against each other
schedule::Tree with_work_conditions(const program::Program &program, const schedule::Tree &tree,
                                    double cycles, const machine::Machine &machine,
                                    const ast::Values &sizes);

} // namespace espalier::strategies
