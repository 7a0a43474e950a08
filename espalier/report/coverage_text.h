#pragma once

#include "espalier/base/diagnostic.h"

#include <string>
#include <vector>

namespace espalier::report {

/// What became of a loop.
enum class LoopFate { unmodelled, kept, changed };

/// A loop of a file in a report on coverage.
struct CoveredLoop {
    std::string function;
    SourcePlace place;
    std::size_t depth; ///< how many loops there are around it and with it
    bool is_innermost;
    LoopFate fate;
    std::vector<Diagnostic> reasons = {}; ///< why it is in no region, or why that stays as it is
};

/// How many of the loops of a file are in regions, and how many of these were changed, by
/// functions, with the share of the work, taken as that of innermost loops of 100 iterations each;
/// then the reasons for the others, those that keep most of the work first, each with places and
/// what would help.
std::string to_text(const std::string &file, const std::vector<CoveredLoop> &loops);

} // namespace espalier::report
