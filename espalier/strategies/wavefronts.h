#pragma once

#include "espalier/schedule/cursor.h"

namespace espalier::strategies {

/// band(i, j, k) -> band(i + j, j, k): what i or j carried, i + j carries, so that the iterations
/// of j are independent (Spatial Locality (2018), section 4.7). The new band has no properties.
/// \param band  permutable, of two members or more
schedule::Cursor in_wavefronts(const schedule::Cursor &band);

} // namespace espalier::strategies
