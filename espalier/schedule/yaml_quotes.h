#pragma once

#include <string>

namespace espalier::schedule {

/// A text in YAML, with quotes around the sets, relations and functions that have none: isl reads
/// both, and people write both, also over several lines.
///
///     domain: [n] -> { S[i] :          ->   domain: '[n] -> { S[i] : 0 <= i < n }'
///       0 <= i < n }
///
/// What follows stays on its line; what is in quotes already stays as it is.
std::string with_quotes(const std::string &text);

} // namespace espalier::schedule
