#pragma once

#include "espalier/script/script.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::script {

/// A script that calls the same transformations again, with the arguments that they had, and
/// nothing else: no choices, functions or checks.
/// \param regions  how many there are, transformed or not
/// \return lines of Lua; none if there are no steps
std::string recorded(const std::vector<Step> &steps, std::size_t regions);

} // namespace espalier::script
