#pragma once

#include "espalier/machine/estimate.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <span>

namespace espalier::strategies {

/// What a tree takes for some values of the parameters.
struct SizedEstimate {
    machine::Estimate estimate;
    ast::Values sizes;
};

/// A tree without the parallel loops that do not pay. Where work depends on parameters, loops run
/// in parallel under the condition that there is enough of it; those that are in no other loop stay
/// for that even if they do not pay by the first estimate. Iterations that have more to do than
/// others are handed out one by one.
/// \param estimates  of the tree: which loops stay, the first one says; from where on each of them
///                   pays lies between the one with the least work for which it does, and that with
///                   the most for which it does not
/// Precondition: there are estimates
schedule::Tree with_loops_that_pay(const program::Program &program, const schedule::Tree &tree,
                                   std::span<const SizedEstimate> estimates);

/// The same of those loops alone that have no kernels inside, which stay parallel: their conditions
/// are for what the estimates say, where they say something.
schedule::Tree with_conditions_beside_kernels(const program::Program &program,
                                              const schedule::Tree &tree,
                                              std::span<const SizedEstimate> estimates);

/// A tree whose parallel loops run in parallel only where they have enough to do, as far as that
/// depends on parameters in a simple way; for code that no estimate is made of.
/// \param cycles  that a statement instance takes
/// \param sizes   values of the parameters, to weigh statements against each other
schedule::Tree with_work_conditions(const program::Program &program, const schedule::Tree &tree,
                                    double cycles, const machine::Machine &machine,
                                    const ast::Values &sizes);

} // namespace espalier::strategies
