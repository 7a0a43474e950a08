#pragma once

#include <string>
#include <vector>

namespace espalier::report {

/// Text in a quoted string of Graphviz's language: it decodes XML's entities, and has escapes of
/// its own after backslashes.
std::string quoted(const std::string &text);

/// The label of a node, quoted: a heading in the middle, which `draw` sets in bold, then lines at
/// the left. Lines that are too long for a picture are broken and texts that are too long end in
/// "...".
std::string label(const std::string &heading, const std::vector<std::string> &lines);

/// The picture that Graphviz's library draws of a graph in its language, as an SVG document. The
/// same text gives the same picture on every machine. Not to be called by two threads at once:
/// Graphviz has global state.
std::string draw(const std::string &dot);

} // namespace espalier::report
