#pragma once

#include "espalier/schedule/tree.h"

#include <string>
#include <vector>

namespace espalier::report {

/// A tree among others in one picture.
struct TitledTree {
    std::string title; ///< may be empty
    schedule::Tree tree;
};

/// \name Pictures of schedule trees, side by side or one below the other, in which each type of
/// node has its own colour and shape, as in figures 1, 2 and 5 of Schedule Trees (2014). The
/// children of a sequence stand in their order, those of a set hang from dashed lines. Leaves are
/// left out. The same tree gives the same picture on every machine.
/// @{

/// The trees in Graphviz's language. Lines that are too long for a picture are broken and texts
/// that are too long end in "..."; the tooltip of a node has all of it.
std::string to_dot(const std::vector<TitledTree> &trees);

/// The picture that Graphviz's library draws of `to_dot`, as an SVG document. Not to be called by
/// two threads at once: Graphviz has global state.
std::string to_svg(const std::vector<TitledTree> &trees);

/// A page that needs nothing else, neither network nor scripts: the tree as nested boxes that can
/// be folded, with all of their text, below the picture of `to_svg` if the tree is small enough for
/// one.
std::string to_html(const std::vector<TitledTree> &trees);
/// @}

} // namespace espalier::report
