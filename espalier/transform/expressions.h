#pragma once

#include "espalier/transform/scop.h"

#include <string>

namespace espalier::transform {

/// \name Expressions in scripts, in isl's notation: "2 * N - 3", "i < M and j mod 2 = 0".
/// @{

/// { [] -> [v] }: an affine expression in the symbolic constants of the program.
/// \throws Error{impossible_transformation} if it cannot be read, is not affine, or has a name that
///         no symbolic constant has
isl::aff constant_value(const program::Program &program, const std::string &text);

/// { : ... }: a condition on the symbolic constants of the program.
/// \throws as above
isl::set constant_condition(const program::Program &program, const std::string &text);

/// { S[i] -> [v] }: a quasi-affine expression in the names of the loops around a statement (of
/// rows), and in those of its iterators as far as no loop has them, and the symbolic constants.
/// \throws as above
isl::pw_aff value_at(const Scop &scop, const Statement &statement, const std::string &text);

/// { S[i] }: the instances of a statement for which a condition in the same names holds.
/// \throws as above
isl::set instances_where(const Scop &scop, const Statement &statement, const std::string &text);
/// @}

} // namespace espalier::transform
