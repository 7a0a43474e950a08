#pragma once

#include "espalier/driver/optimize.h"
#include "espalier/report/coverage.h"

namespace espalier::driver {

/// What becomes of the loops of a C file, and why the others are as they were. What is wrong with
/// the file becomes its failure.
report::CoveredFile covered(const std::string &file, OptimizeOptions options, Timings &timings);

} // namespace espalier::driver
