#pragma once

#include <string>

namespace espalier::program {

/// A variable or parameter of the function around a region that the region may name, and that is
/// declared before it.
struct OutsideVariable {
    std::string name;
    /// What a function declares that is given it, "double (*restrict a)[m]"; it may name the
    /// outside variables ahead of it. Empty if the region may change it, or needs its address, if
    /// its type has no name there, or if compilers know its values here.
    std::string parameter = {};
    /// The same as a pointer to what nothing else leads to; empty if it is none.
    std::string restricted = {};
    /// What declares a variable like it, "double line[80]", if it carries no value into the region
    /// and none out of it; empty if it may, or is too large for two to be on the stack.
    std::string temporary = {};
    bool is_array = false; ///< the function gets a pointer to its first element
    /// The region names it where its text does not: in macros.
    bool is_hidden = false;
    /// "double" for a number that the region may change and that has a value ahead of it, so that a
    /// function can change a copy.
    std::string changed_type = {};
};

} // namespace espalier::program
