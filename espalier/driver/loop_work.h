#pragma once

#include "espalier/driver/optimize.h"

#include <vector>

namespace espalier::driver {

/// Cycles, about, that each loop's own statements take when its function runs once, without those
/// in loops inside. Loops run as often as the source says if it does, and else machine::usual_size
/// times. What a region takes is what the machine's estimate says of it (RegionOutcome::cycles),
/// shared among its loops by their operations; elsewhere, and where there is no estimate, each
/// operation takes a cycle.
/// \param loops    of a file, in the order of the text
/// \param regions  of the same file
std::vector<double> work_of(const std::vector<frontend::SourceLoop> &loops,
                            const std::vector<RegionOutcome> &regions);

/// Whether a loop is in a region.
bool holds(const RegionOutcome &region, const frontend::SourceLoop &loop);

} // namespace espalier::driver
