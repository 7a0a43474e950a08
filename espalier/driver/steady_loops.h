#pragma once

#include "espalier/frontend/frontend.h"
#include "espalier/lowering/names.h"
#include "espalier/targets/c/rewriter.h"

#include <cstddef>
#include <set>
#include <vector>

namespace espalier::driver {

/// Whether a loop that may be marked as steady runs a region, in its text or in a function that is
/// called: one behind where the first region's helpers are defined.
bool is_in_steady_loop(const frontend::Region &region, const frontend::Extraction &extraction);

/// Marks around the steady loops that run some regions and whose text stays
/// (targets::begin_steady).
/// \param regions   positions in the extraction
/// \param new_code  in place of regions
std::vector<targets::Replacement> steady_marks(const std::set<std::size_t> &regions,
                                               const std::vector<targets::Replacement> &new_code,
                                               const frontend::Extraction &extraction,
                                               const lowering::Names &names);

} // namespace espalier::driver
