#pragma once

#include "espalier/presburger/notation.h"
#include "espalier/schedule/yaml_document.h"

#include <fmt/format.h>
#include <isl/cpp.h>

#include <string>

namespace espalier::schedule {

/// \throws Error{malformed_model} that points to a value
[[noreturn]] void refuse(const YamlValue &where, const std::string &message);

/// The text of a scalar.
/// \throws Error{malformed_model} if it is none
const std::string &scalar(const YamlValue &value);

/// What isl says went wrong, for people.
std::string reason(const isl::exception &failure);

/// The set, relation or function that a scalar holds in isl's notation.
/// \param key  names the value in messages
/// \throws Error{malformed_model}
template <class Object>
Object read_yaml_object(isl::ctx ctx, const YamlValue &value, const std::string &key)
{
    const std::string &text = scalar(value);
    if (std::optional<std::string> why = presburger::why_unreadable(text))
        refuse(value, *why);
    try {
        return Object(ctx, text);
    } catch (const isl::exception_quota &) {
        throw;
    } catch (const isl::exception_abort &) {
        throw;
    } catch (const isl::exception &failure) {
        refuse(value, fmt::format("isl cannot read this `{}`: {}", key, reason(failure)));
    }
}

} // namespace espalier::schedule
