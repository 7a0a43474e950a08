#pragma once

#include "espalier/ast/evaluate.h"
#include "espalier/machine/machine.h"
#include "espalier/program/program.h"

namespace espalier::machine {

/// Cycles that pass before the code of a program, which takes the place of a region's text, has
/// begun: to find out that pointers lead to memory that does not overlap, that rows behind pointers
/// are apart, and to get memory for arrays whose size is not known. In units of
/// Machine::region_start.
/// \param sizes  values of the parameters
double region_start_cycles(const program::Program &program, const Machine &machine,
                           const ast::Values &sizes);

} // namespace espalier::machine
