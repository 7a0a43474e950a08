#pragma once

#include "espalier/ast/ast.h"
#include "espalier/machine/loop_position.h"
#include "espalier/machine/machine.h"

namespace espalier::machine {

/// Cycles of one thread for loops that a kernel executes in blocks, with operands in the
/// first-level cache.
/// \param loop      the outermost of them; precondition: it has a role with LoopRole::blocking
/// \param position  in the loops around `loop`; it stays there
/// \throws NumberTooLarge
double blocked_cycles(const ast::For &loop, LoopPosition &position, const Machine &machine);

} // namespace espalier::machine
