#pragma once

#include "espalier/frontend/frontend.h"
#include "espalier/targets/c/rewriter.h"

#include <cstddef>
#include <string>

namespace espalier::driver {

/// \name Where new code goes in the text of a file.
/// @{

/// What goes between the text before a region and its code, which must start a line.
std::string lead(const std::string &text, const frontend::Region &region);

/// What goes between a region's code and the text after it.
std::string trail(const std::string &text, const frontend::Region &region);

/// Definitions, on lines of their own before the function that starts at `function`.
targets::Replacement define_before(const std::string &text, std::size_t function,
                                   const std::string &definitions);
/// @}

} // namespace espalier::driver
