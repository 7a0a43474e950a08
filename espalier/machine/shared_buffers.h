#pragma once

#include "espalier/ast/ast.h"
#include "espalier/program/program.h"

namespace espalier::machine {

/// Whether threads pass values to each other, in a part of the code, through an array that a
/// transformation has made: it is declared there (lowering::with_buffer_scopes), in front of the
/// parallel loops, so that threads have to start anew for these (ast::worksharing_loops).
/// \param code  of `program`, in no parallel loop
bool passes_through_buffers(const program::Program &program, const ast::Node &code);

} // namespace espalier::machine
