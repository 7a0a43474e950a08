#pragma once

#include "espalier/schedule/tree.h"
#include "espalier/transform/matrix_view.h"
#include "espalier/transform/plan.h"

#include <string>

namespace espalier::transform {

/// \name Between schedule trees and the unified representation.
/// @{

/// The statements of a program in the order of a tree; those of a leaf in the order of their
/// names. Members of bands become rows, sequences beta vectors; a set gets the order in which its
/// children stand. A row that is not affine, or depends on those further out, gets an iterator of
/// its own. The instances of a statement that part at a sequence become the statements L_1, L_2,
/// ... Marks are dropped.
/// \param tree  of all instances but those of kills
/// \throws Error{impossible_edit} if it has an expansion, extension or guard
MatrixView matrix_view(const program::Program &program, const schedule::Tree &tree);
MatrixView matrix_view(const Plan &plan);

/// The source's own order.
MatrixView original_view(const program::Program &program);

/// The tree of the statements: rows that nothing but beta entries 0 part become one band, but for
/// those with a role, which get bands of their own. Where statements in a loop disagree about its
/// role or option, it has none. Bands claim nothing of dependences.
schedule::Tree schedule_tree(const MatrixView &view);

/// The plan that a control part is.
/// \param steps  as Plan has them
Plan plan_of(MatrixView view, std::string steps = {});

/// The statements with the roles that a tree has.
/// \param tree  schedule_tree(view), with other roles
MatrixView with_roles_of(MatrixView view, const schedule::Tree &tree);
/// @}

} // namespace espalier::transform
