#pragma once

#include "espalier/dependence/parallelism.h"

namespace espalier::codegen {

/// The sums of a program, and its dependences but those among the updates of one sum.
dependence::Relaxation without_order_of_sums(const program::Program &program,
                                             const dependence::Dependences &dependences);

} // namespace espalier::codegen
