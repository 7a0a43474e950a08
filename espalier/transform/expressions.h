#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <string>

namespace espalier::transform {

/// \name Expressions in scripts, in isl's notation: "2 * N - 3", "i < M and j mod 2 = 0".
/// @{

/// { [] -> [v] }: an affine expression in the symbolic constants of the program; it has integer
/// values.
/// \throws Error{impossible_transformation} if it cannot be read, is not affine, has fractions, or
///         has a name that no symbolic constant has
isl::aff constant_value(const program::Program &program, const std::string &text);

bool is_symbolic_constant(const program::Program &program, const std::string &name);

/// { : ... }: a condition on the symbolic constants of the program.
/// \throws as above
isl::set constant_condition(const program::Program &program, const std::string &text);

/// { S[i] -> [v] }: a quasi-affine expression in the names of the loops around a statement (of
/// rows), those that its iterators or the loops have for other statements in them, as far as they
/// mean nothing else, and the symbolic constants.
/// \throws as above
isl::pw_aff value_at(const MatrixView &view, const Statement &statement, const std::string &text);

/// { S[i] }: the instances of a statement for which a condition in the same names holds.
/// \throws as above
isl::set instances_where(const MatrixView &view, const Statement &statement,
                         const std::string &text);

/// "S1", "enclose(S1, 2)": how scripts name the statements whose vectors start with the first
/// `entries` entries of a statement's vector.
std::string name_in_scripts(const Statement &statement, std::size_t entries);

/// "2N - 1": an affine function in isl's notation, as the functions above read it.
std::string expression(const isl::aff &function);
/// @}

} // namespace espalier::transform
