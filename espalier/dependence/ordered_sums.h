#pragma once

#include "espalier/dependence/parallelism.h"

namespace espalier::dependence {

/// The sums of a program, and its dependences but those among the updates of one sum.
Relaxation without_order_of_sums(const program::Program &program, const Dependences &dependences);

/// A relaxation for further updates, whether their order matters or not.
/// \param updates  of arrays that `known` has no reductions of
Relaxation without_order_of(const std::vector<Reduction> &updates, const program::Program &program,
                            Relaxation known);

} // namespace espalier::dependence
