#pragma once

#include "espalier/schedule/tree.h"
#include "espalier/transform/scop.h"

#include <string>

namespace espalier::transform {

/// \name Between schedule trees and the unified representation.
/// @{

/// The statements of a program in the order of a tree; those of a leaf in the order of their
/// names. Members of bands become rows, sequences beta vectors; a set gets the order in which its
/// children stand. A row that is not affine, or depends on those further out, gets an iterator of
/// its own. The instances of a statement that part at a sequence become the statements L_1, L_2,
/// ... Marks that `schedule_tree` makes are understood, and other marks dropped.
/// \param tree  of all instances but those of kills
/// \throws Error{impossible_edit} if it has an expansion, extension or guard
Scop scop_of(const program::Program &program, const schedule::Tree &tree);

/// The source's own order.
Scop original_scop(const program::Program &program);

/// The tree of the statements: rows that nothing but beta entries 0 part become one band. Above a
/// loop that is not sequential stands a mark, "parallel0", "vector1", ..., and the loop has a band
/// of its own. Where statements in a loop disagree about its kind or option, it has none. Bands
/// claim nothing of dependences.
schedule::Tree schedule_tree(const Scop &scop);

/// Whether a mark says that the loop below is of this kind.
bool is_mark_of(const std::string &mark, LoopKind kind);
/// @}

} // namespace espalier::transform
