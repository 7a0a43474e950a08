#pragma once

#include <string_view>

namespace espalier {

/// Whether a name stands in code, not as a part of another.
bool contains_word(std::string_view code, std::string_view name);

} // namespace espalier
