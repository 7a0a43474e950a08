#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <string>

namespace espalier::transform {

/// A program, the order in which it is to run, and how it came to that.
struct Plan {
    program::Program program; ///< the region's, perhaps with another data layout
    schedule::Tree tree;      ///< of all instances but those of kills; loops have roles
    /// The calls of a script that make it of the program in its own order, a line each; empty if
    /// nobody asked for it.
    std::string steps = {};
};

} // namespace espalier::transform
