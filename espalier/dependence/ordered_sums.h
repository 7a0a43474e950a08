#pragma once

#include "espalier/dependence/parallelism.h"

namespace espalier::dependence {

/// The sums of a program, and its dependences but those among the updates of one sum.
dependence::Relaxation without_order_of_sums(const program::Program &program,
                                             const dependence::Dependences &dependences);

} // namespace espalier::dependence
