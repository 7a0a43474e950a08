#pragma once

#include "espalier/targets/c/c_printer.h"

#include <array>
#include <set>
#include <string>

namespace espalier::targets {

/// How a language for devices, a descendant of C, says what C has no words for.
struct DeviceLanguage {
    Target target;
    std::string kernel;     ///< a kernel's declaration in front of its name
    std::string in_memory;  ///< in front of the type of what a pointer to the memory points to
    std::string restricted; ///< in front of the name of a pointer to memory that no other leads to
    std::string in_block;   ///< in front of the declaration of memory that a block's threads share
    long block_bytes;       ///< of such memory that all devices have
    std::string barrier;    ///< a line at which they wait for each other
    /// One at which the threads of all blocks do, of a kernel that is started for that; empty:
    /// there is none.
    std::string grid_barrier;
    std::string helper;                       ///< in front of the definitions of other functions
    std::array<std::string, 3> block, thread; ///< their numbers along x, y and z
    std::array<std::string, 2> blocks;        ///< how many there are along x and y
    /// Whether each mathematical function has one name for all types, and not those of C.
    bool has_overloads;
    std::set<std::string> words; ///< that C has not

    /// What the runtime launches a kernel by, in C.
    std::string (*reference)(const std::string &kernel);
};

} // namespace espalier::targets
