#pragma once

#include <set>
#include <string>

namespace espalier::lowering {

/// Names that generated code uses and that the file must not use otherwise.
struct Names {
    std::string minimum = "min", maximum = "max", floor_division = "floord";
    std::string disjoint = "espalier_disjoint", disjoint_or_same = "espalier_disjoint_or_same";
    std::string enough = "espalier_enough"; ///< which work is enough for threads
    std::string rows = "espalier_rows";     ///< prefix of what tells whether rows overlap
    std::string inspected =
        "espalier_inspected"; ///< prefix of what is found of data in front of code
    /// Prefix of what keeps what was found for as long as it holds.
    std::string steady = "espalier_steady";
    std::string threads = "espalier_threads"; ///< how many there may be
    std::string thread = "espalier_thread";   ///< the number of the one that runs
    std::string memory = "espalier_memory";   ///< of the threads' own arrays; a prefix
    std::string kernel = "espalier_kernel";   ///< prefix of functions that work in registers
    std::string vector = "espalier_vector";   ///< prefix of the types of their vectors
    std::string region = "espalier_region";   ///< prefix of functions with the code of regions
    std::string device = "espalier_device";   ///< prefix of what runs kernels on a device
    std::string block_prefix = "b";  ///< of the numbers of a block on a device, along x, y and z
    std::string thread_prefix = "l"; ///< of those of a thread in its block
    std::string iterator_prefix = "c";
    std::string value_prefix = "v";              ///< of what is computed once, in front of loops
    std::string lanes_prefix = "x";              ///< of vectors, and of what goes with them
    std::string restrict_qualifier = "restrict"; ///< as the language has it
};

/// Names that none of `taken` collides with: the plain ones if possible.
/// \param is_cxx  they are for C++
Names choose_names(const std::set<std::string> &taken, bool is_cxx = false);

} // namespace espalier::lowering
