#pragma once

#include "espalier/report/coverage.h"

#include <string>

namespace espalier::report {

/// For each file: how many of its loops are in regions, and how many of these were changed, by
/// functions, with their shares of the work, those with most of it first; then the reasons for the
/// others, those that keep most of the work first, each with up to five places and what would help.
/// The same of all files in the end, if there are several.
std::string to_text(const Coverage &coverage);

} // namespace espalier::report
