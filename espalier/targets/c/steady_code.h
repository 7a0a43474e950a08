#pragma once

#include "espalier/lowering/names.h"

#include <string>

namespace espalier::targets {

/// \name What inspections have found of integers in memory, for as long as these do not change.
///
/// Loops during which they do not are marked; within one, an inspection of the same elements finds
/// the same. Each thread keeps what it finds in loops that it has marked.
/// @{

/// Definitions that marks and inspections need.
std::string define_steady(const lowering::Names &names, const std::string &wide_type);

/// What goes in front of a loop, with which a block begins; the last line is not ended.
std::string begin_steady(const lowering::Names &names, const std::string &indentation);

/// What goes behind the loop and ends the block.
std::string end_steady(const lowering::Names &names, const std::string &indentation);

/// An inspection that is done if what it finds is not known.
struct KeptInspection {
    std::string element;         ///< the first one, in C
    bool may_be_character;       ///< by what is known of its type, of which nothing is kept
    std::string first, last;     ///< subscripts, which say what is inspected
    std::string least, greatest; ///< variables for what is found
    std::string flag;            ///< a variable: whether something was found
    std::string code;            ///< that finds it, in lines
};

/// Lines that set the variables, in a block.
std::string print(const KeptInspection &inspection, const lowering::Names &names,
                  const std::string &indentation, const std::string &unit);
/// @}

} // namespace espalier::targets
