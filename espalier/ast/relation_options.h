#pragma once

#include "espalier/ast/band_generator.h"

#include <isl/cpp.h>

#include <cstddef>
#include <vector>

namespace espalier::ast {

/// The levels for an order that is given as a relation, with their loop options in isl's form.
/// \param options     { [t] -> separate[k]; [t] -> unroll[k]; ... }
/// \param times       { [t] }: an option that holds for all of them is for the dimension as a
///                    whole, others are local, one for each disjunct of their times
/// \param dimensions  of [t]
/// \throws Error{malformed_model} if an option cannot be read, or a dimension has two for all times
std::vector<Level> levels_with(const isl::union_map &options, const isl::union_set &times,
                               std::size_t dimensions);

} // namespace espalier::ast
