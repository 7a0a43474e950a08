#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <optional>

namespace espalier::codegen {

/// The coincident member of `band` that makes the best innermost loop: the most accesses stay in
/// place or move to the next element, the fewest jump. Nothing if no coincident member gains.
/// \param band  a band node of a schedule of `program`, with no bands below it
std::optional<std::size_t> best_innermost_member(const program::Program &program,
                                                 const schedule::Cursor &band);

} // namespace espalier::codegen
