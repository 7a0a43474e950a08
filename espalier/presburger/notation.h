#pragma once

#include <string>

namespace espalier::presburger {

/// Whether text in isl's notation can be read at all: powers of powers make numbers that no memory
/// holds, on which the arithmetic below isl ends the program instead of failing. The product of all
/// exponents is bounded.
bool has_readable_powers(const std::string &text);

/// \param file  for the diagnostic
/// \throws Error{malformed_model} if the text has powers that are too large to read
void refuse_unreadable_powers(const std::string &text, const std::string &file);

} // namespace espalier::presburger
