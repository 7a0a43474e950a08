#pragma once

#include "espalier/schedule/tree.h"

#include <string>

namespace espalier::schedule {

/// The tree for people: a node a line, indented below its parent.
///
///     domain [n] -> { S[i, j] : 0 <= i < n and 0 <= j < n; T[i] : 0 <= i < n }
///       sequence
///         filter { S[i, j] }
///           band S[i, j] -> (i + j, j)  permutable, coincident (-, 1)
///         filter { T[i] }
std::string to_text(const Tree &tree);

/// What one node says, without its children, in the same form: for pictures and messages. A band
/// over several statements has a line for each.
std::vector<std::string> describe_payload(const Node &node);

} // namespace espalier::schedule
