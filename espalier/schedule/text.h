#pragma once

#include "espalier/schedule/tree.h"

#include <string>
#include <vector>

namespace espalier::schedule {

/// The tree for people: a node a line, indented below its parent. A domain with several statements
/// and a band on several have a line for each, sorted by name.
///
///     domain [n] -> { S[i, j] : 0 <= i < n and 0 <= j < n;
///                     T[i] : 0 <= i < n }
///       sequence
///         filter { S[i, j] }
///           band S[i, j] -> (i + j, j)  permutable, coincident (-, 1)
///         filter { T[i] }
std::string to_text(const Tree &tree);

/// What one node says, in the same form, without its type and its children: for pictures and
/// messages. Empty for sequences, sets and leaves.
std::vector<std::string> describe_payload(const Node &node);

} // namespace espalier::schedule
