#pragma once

#include <string>
#include <string_view>

namespace espalier {

/// Whether a name stands in C code, neither as a part of another nor as that of a member, nor in a
/// string or a comment to the end of a line.
bool contains_word(std::string_view code, std::string_view name);

/// A text with another one in place of each of some part of it, which is not looked for in there.
std::string with_replaced(std::string text, std::string_view part, std::string_view other);

} // namespace espalier
