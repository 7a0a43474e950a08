#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::schedule {

/// \name Trees of isl's own, for the rooms that still rest on isl's scheduler, dataflow analysis
/// and AST generator. They go through the text that both read and write.
/// @{
isl::schedule to_isl(const Tree &tree);
Tree from_isl(const isl::schedule &schedule);
/// @}

} // namespace espalier::schedule
