#pragma once

#include "espalier/program/program.h"

#include <isl/cpp.h>

#include <optional>

namespace espalier::strategies {

/// Sizes of short loops that a region reads, as they are most of the time.
///
/// Those with which loops go through whole dimensions of arrays that are short and of constant
/// size,
///
///     struct { int size; float at[5][5]; } *k;
///     for (r = 0; r < k->size; r++) for (s = 0; s < k->size; s++) ... k->at[r][s] ...;
///
/// and those of windows of several dimensions, which are three wide: of loops whose variables are
/// subscripts by themselves, and added to those of loops around, but not of what is written.
///
///     for (y = 0; y < h; y++) for (x = 0; x < w; x++)
///         for (r = 0; r < p->h; r++) for (s = 0; s < p->w; s++)
///             ... in[y + r][x + s] * weights[r][s] ...;
///
/// \return { : size = 5 }, of the symbolic constants; nothing if there are no such loops, or the sizes
///         are known to be these, or others
std::optional<isl::set> usual_sizes(const program::Program &program);

} // namespace espalier::strategies
