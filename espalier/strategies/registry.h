#pragma once

#include "espalier/strategies/strategy.h"

#include <vector>

namespace espalier::strategies {

/// All strategies that regions and nests are offered to, a line each; docs/strategies.md lists
/// them.
std::vector<Strategy> registry();

} // namespace espalier::strategies
