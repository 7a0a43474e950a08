#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <optional>

namespace espalier::codegen {

/// The coefficient of input dimension `position`, the same in all pieces; nothing if they differ.
std::optional<isl::val> coefficient(const isl::pw_aff &function, int position);

/// The coincident member of `band` that makes the best innermost loop: the most accesses stay in
/// place or move to the next element, the fewest jump. Nothing if no coincident member gains.
/// \param band  a band node of a schedule of `program`, with no bands below it
std::optional<std::size_t> best_innermost_member(const program::Program &program,
                                                 const schedule::Cursor &band);

} // namespace espalier::codegen
