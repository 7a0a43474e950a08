#pragma once

#include "espalier/transform/matrix_view.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::transform {

/// The statement at the whole vector `place` gets rows of its own, one for each dimension of `time`
/// and more for what they leave unordered. Its place among other statements is the same as far as
/// it had as many loops before; beyond that, it stands alone in its loops.
/// \param time  { S[i] -> [t] }: total on the statement's instances
/// \throws Error{impossible_transformation} if there is no statement at `place`, or `time` is about
///         another one or has no value for an instance
MatrixView with_explicit_schedule(MatrixView view, const Beta &place,
                                  const isl::multi_pw_aff &time);

/// The same for functions in isl's notation, "[n] -> { S[i, j] -> [(i + j), (j)] }".
/// \throws Error{impossible_transformation} also if that cannot be read
MatrixView with_explicit_schedule(MatrixView view, const Beta &place, const std::string &time);

/// Which of some functions { S[i] -> [t] } are, on a set, equal to affine ones that are linearly
/// independent of those before them: these, as functions { [i] -> [t] }; nothing in place of the
/// others.
std::vector<std::optional<isl::aff>> affine_rows(const isl::set &instances,
                                                 const std::vector<isl::pw_aff> &times);

/// The coefficients of the dimensions of the domain.
std::vector<long> linear_part(const isl::aff &function);

/// A statement whose rows are these functions { S[i] -> [t] } as far as they are affine in its own
/// iterators and linearly independent, and iterators of their own where they are not; innermost
/// come rows for what they leave unordered. Its beta vector has zeros only. Loops that depend on no
/// iterator have no name.
/// \param source  the statement of the program
Statement with_rows(const program::Statement &source, const isl::set &instances,
                    const std::vector<isl::pw_aff> &times);

} // namespace espalier::transform
