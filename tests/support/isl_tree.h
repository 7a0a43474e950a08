#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::test {

/// \name Trees of isl's own. They go through the text that both read and write.
/// @{
isl::schedule to_isl(const schedule::Tree &tree);
schedule::Tree from_isl(const isl::schedule &schedule);
/// @}

} // namespace espalier::test
