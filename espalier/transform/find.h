#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::transform {

/// \name What scripts call statements and loops, as beta vectors and their prefixes.
/// All throw Error{impossible_transformation} if nothing is called so, or several things are; the
/// message lists what there is.
/// @{

/// The vector of the statement with a label.
Beta find_statement(const MatrixView &view, const std::string &label);

/// The prefix of the loop that some statement calls `name`: the name of its row, or the C label
/// that the loop has in the source.
/// \param near  only the loops around or in what this vector or prefix names
Beta find_loop(const MatrixView &view, const std::string &name,
               const std::optional<Beta> &near = {});

/// What a label in the source is before: a statement, or a loop.
Beta find_labelled(const MatrixView &view, const std::string &label);

/// The statement, or the innermost loop, that starts on a line of the source.
Beta find_statement_at_line(const MatrixView &view, unsigned line);
Beta find_loop_at_line(const MatrixView &view, unsigned line);

/// What a node of `schedule_tree(view)` executes: a band gives the loop of a member, a leaf its
/// statement, any other node what its descendants have in common.
/// \param path    positions of children on the way down from the domain node
/// \param member  of a band, counted from 0
Beta find_at_path(const MatrixView &view, const std::vector<std::size_t> &path,
                  std::size_t member = 0);
/// @}

/// The labels of all statements, in the order of their beta vectors.
std::vector<std::string> labels(const MatrixView &view);

/// Rule 2 of normal_form.h, as far as beta vectors break it, in O(n log n): what breaks it has no
/// schedule tree.
/// \throws Error{impossible_transformation} if the vector of one statement is a prefix of another's
void require_different_places(const MatrixView &view);

/// Whether a prefix names a loop of some statement, rather than a statement or the whole region.
bool is_loop(const MatrixView &view, const Beta &prefix);

/// "C1L1, C1L2, C2L1 and 40 more".
std::string listed(const std::vector<std::string> &names);

} // namespace espalier::transform
