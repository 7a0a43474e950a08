#pragma once

#include <isl/cpp.h>

#include <optional>
#include <string>

namespace espalier::presburger {

/// Why text in isl's notation cannot be read at all; nothing if it can be tried. Powers of powers
/// make numbers that no memory holds, on which the arithmetic below isl ends the program instead of
/// failing: the product of all exponents is bounded. isl reads brackets by recursion: their nesting
/// is bounded.
std::optional<std::string> why_unreadable(const std::string &text);

/// An object of isl's in its notation; nothing if the text is none.
/// \throws isl::exception_quota, isl::exception_abort
template <class Object>
std::optional<Object> read(isl::ctx ctx, const std::string &text)
{
    if (why_unreadable(text))
        return std::nullopt;
    try {
        return Object(ctx, text);
    } catch (const isl::exception_quota &) {
        throw;
    } catch (const isl::exception_abort &) {
        throw;
    } catch (const isl::exception &) {
        return std::nullopt;
    }
}

/// \param file  for the diagnostic
/// \throws Error{malformed_model} if the text cannot be read
void refuse_unreadable(const std::string &text, const std::string &file);

} // namespace espalier::presburger
