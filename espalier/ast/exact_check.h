#pragma once

#include "espalier/ast/ast.h"

#include <isl/cpp.h>

#include <optional>
#include <string>

namespace espalier::ast {

/// The order in which `code` executes instances, for all values of the symbolic constants at once,
/// rebuilt from the code's syntax with C's meaning of its operators (division truncates).
/// \param context  { : ... }: parameter values for which the code was made
/// \return { S[i] -> [t] }, t: positions in blocks and values of loop variables, compared
///         lexicographically; an instance that is executed twice has two images. Nothing if an
///         expression is not quasi-affine or a step is not a positive number.
std::optional<isl::union_map> rebuild_order(const NodePtr &code, const isl::set &context);

/// Compares the order that code was found to have with the one that it should have: each instance
/// exactly once, and where `expected` has one before another, so has `found`. Instances with the
/// same time in `expected` may be executed in any order.
/// \param found, expected  { S[i] -> [t] }
/// \param context          { : ... }
/// \return the first difference, in words, with an instance that shows it; nothing if there is none
std::optional<std::string> find_difference(const isl::union_map &found,
                                           const isl::union_map &expected, const isl::set &context);

} // namespace espalier::ast
