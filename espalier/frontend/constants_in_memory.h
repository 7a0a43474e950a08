#pragma once

#include "espalier/frontend/access_paths.h"

#include <optional>

namespace espalier::frontend {

/// The symbolic constant that an integer in memory is, if the region leaves it alone: a field
/// (`a->columns`), an element with constant subscripts (`points[0]`), what a pointer leads to
/// (`*x_max`). Writes to other memory that may be the same are left to AccessExtractor.
/// \param domain  { [i] : ... }: the iterations that read it
std::optional<isl::id> constant_in_memory(const clang::Expr *lvalue, const isl::set &domain,
                                          Model &model, AccessPaths &paths);

/// When a value is read that is the same wherever the region reads it: { : ... }.
/// \param reached  { : ... }: when the region gets there
/// \return nothing if that cannot be evaluated before the region runs
std::optional<isl::set> read_condition(const Model &model, const isl::set &reached);

} // namespace espalier::frontend
