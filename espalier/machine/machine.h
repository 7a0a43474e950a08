#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace espalier::machine {

/// What strategies know of the machine that the code is to run on. The values here are those of a
/// generic machine, the same everywhere: a present core with vectors of four doubles.
struct Machine {
    std::string name = "generic";
    std::size_t cores = 4;              ///< that a program may use
    std::size_t line = 64;              ///< bytes of a cache line
    std::size_t first_cache = 48 << 10; ///< bytes of first-level data cache, per core
    std::size_t first_ways = 12;        ///< its associativity; 0: not known
    std::size_t second_cache = 1 << 20; ///< bytes of second-level cache, per core
    std::size_t second_ways = 16;       ///< its associativity; 0: not known
    std::size_t last_cache = 32 << 20;  ///< bytes of the largest cache, shared
    std::size_t last_ways = 16;         ///< its associativity; 0: not known
    std::size_t vector = 32;            ///< bytes of a vector register
    std::size_t vector_registers = 16;
    bool has_fma = true; ///< multiplies and adds in one instruction
    /// Cycles to start and join the threads of a parallel loop; 0: loops run in parallel however
    /// little they have to do.
    std::size_t thread_start = 15'000;

    bool operator==(const Machine &) const = default;
};

/// Threads that share the iterations of parallel loops: one for each core, and no less than the two
/// that whoever asks for threads means to run.
inline std::size_t sharing_threads(const Machine &machine)
{
    return std::max<std::size_t>(machine.cores, 2);
}

/// The machine that this program runs on, as the system (/sys/devices/system/cpu) and the processor
/// (cpuid) describe it; what they do not say is as in Machine().
Machine detect_machine();

/// A machine from a YAML map with the names of Machine's members; members without an entry are as
/// in Machine(). `# ...` is a comment.
/// \param file  names the text in messages
/// \throws Error{malformed_model} with line and column, for entries that are not known, not
///         numbers, or out of range
Machine read_machine(const std::string &text, const std::string &file);

/// The same map, which `read_machine` reads.
std::string to_yaml(const Machine &machine);

} // namespace espalier::machine
