#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <cstddef>
#include <optional>

namespace espalier::strategies {

/// band(.., i, ..) -> band(.., .., i): the member innermost; at the band.
/// Legal always if the band is permutable.
schedule::Cursor with_innermost(const schedule::Cursor &band, std::size_t member);

/// The loops inside a tile, for statements of which some would write with strides in the loop that
/// is innermost for the others: these get loops of their own, in which they write along rows, while
/// the tile is in a cache.
///   band(i, j) over sequence(A[i][j] /= x, A[j][i] = A[i][j])
///     -> sequence(band(i, j) over A[i][j] /= x, band(j, i) over A[j][i] = A[i][j])
/// \param points  a permutable band with no bands below it
/// \return at the sequence; nothing if the band is not over a sequence of which the last statements
///         are such ones and the first ones are not, or if the first ones depend on the last ones
std::optional<schedule::Cursor>
with_strided_writes_apart(const program::Program &program,
                          const dependence::Dependences &dependences,
                          const schedule::Cursor &points);

} // namespace espalier::strategies
