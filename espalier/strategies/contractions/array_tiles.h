#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// Executes what accesses an array tile by tile of its elements, so that a tile of it is used while
/// it is in a cache, and `transform::contract` can leave it no more than that:
///   for i: A[i] = ...;  for i: ... = A[i];
///     ->  for tiles ii: { for i in the tile: A[i] = ...;  for i in the tile: ... = A[i]; }
/// Legal iff no dependence between these statements goes from a tile to one before it.
/// \param array      of the program; the first access of a statement to it says which tile an
///                   instance is in
/// \param sizes      of the tiles, for as many of the array's outermost dimensions
/// \param outermost  which of these has the outermost loop; the others follow in their order
/// \return the loops over tiles around all loops of these statements, none of which run in
///         parallel; nothing if they do not stand side by side, each alone in its outermost loop
std::optional<transform::MatrixView> tiled_by_array(transform::MatrixView view,
                                                    const std::string &array,
                                                    const std::vector<long> &sizes,
                                                    std::size_t outermost);

/// The statements that access an array, in their order.
std::vector<const transform::Statement *> users_of(const transform::MatrixView &view,
                                                   const std::string &array);

} // namespace espalier::strategies
