#pragma once

#include <string_view>

namespace espalier {

/// Whether a name stands in C code, neither as a part of another nor as that of a member.
bool contains_word(std::string_view code, std::string_view name);

} // namespace espalier
