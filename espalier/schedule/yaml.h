#pragma once

#include "espalier/schedule/tree.h"
#include "espalier/schedule/yaml_document.h"

#include <string>

namespace espalier::schedule {

/// The tree as isl writes it, in YAML's block style, and reads it. One addition: where isl writes a
/// mark node without a child, which it cannot read, the leaf is written out.
std::string to_yaml(const Tree &tree);

/// A tree in isl's form: nested maps with one of the keys `domain`, `context`, `filter`,
/// `sequence`, `set`, `schedule` (with `permutable`, `coincident` and `options`), `mark`, `guard`,
/// `extension`, `expansion` (with `contraction`) or `leaf`, and `child`. Comments, flow style and
/// any quotes are fine; aliases are not. In `options`, members count from 0, and an option without
/// a number is for all: "{ separate[0]; unroll[x]; isolate[[t] -> [i, j]] : i > 3; [isolate[] ->
/// unroll[1]] }".
/// \param file  names the text in messages
/// \throws Error{malformed_model} with line and column if the text is no tree,
///         Error{invalid_schedule_tree} likewise if the tree breaks a rule of validity
Tree read_yaml(isl::ctx ctx, const std::string &text, const std::string &file);

/// The same for a tree that is part of a document.
Tree read_tree(isl::ctx ctx, const YamlValue &document);

} // namespace espalier::schedule
