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
    std::size_t compilers_vector = 32; ///< bytes of the vectors that compilers choose by themselves
    bool has_fma = true;               ///< multiplies and adds in one instruction
    /// Cycles to start and join the threads of a parallel loop; 0: loops run in parallel however
    /// little they have to do.
    std::size_t thread_start = 15'000;
    /// The same of threads that sleep while they wait, as OMP_WAIT_POLICY may have it.
    std::size_t thread_wake = 200'000;
    /// Cycles that pass before code that takes the place of a region's text has begun, at least; 0:
    /// it runs however little it has to do.
    std::size_t region_start = 16;
    /// Cycles to get a line that another thread has, some of which pass meanwhile.
    std::size_t line_transfer = 40;

    /// Cycles that a line takes from the second cache, from the last one and from memory, one after
    /// the other: where the hardware sees it coming, and where it does not.
    double second_stream = 1.5, second_jump = 4;
    double last_stream = 6, last_jump = 14;
    double memory_stream = 12, memory_jump = 40;
    double memory_threads = 4; ///< so many times as much memory gives all cores as it gives one
    /// So many times as long lines take from the last cache and from memory that vectors as long as
    /// lines read two at a time.
    double crossing = 1.8;
    /// Cycles of a division and of a root, of numbers of 64 bits: with others beside it that do not
    /// need it, and until what needs it can begin.
    double division = 4, division_latency = 13;
    double root = 6, root_latency = 18;

    bool operator==(const Machine &) const = default;
};

/// Threads that share the iterations of parallel loops: one for each core, and no less than the two
/// that whoever asks for threads means to run.
inline std::size_t sharing_threads(const Machine &machine)
{
    return std::max<std::size_t>(machine.cores, 2);
}

/// Bytes of the vectors of loops along rows, as code has them whatever compilers would choose: 32,
/// or 64 on machines that have these where it takes hardly longer to cross lines.
inline std::size_t narrow_vector(const Machine &machine)
{
    constexpr double least_crossing = 1.2;
    const bool may_cross = machine.crossing < least_crossing && machine.vector >= 64;
    return may_cross ? 64 : 32;
}

/// The machine that this program runs on, as the system (/sys/devices/system/cpu) and the processor
/// (cpuid) describe it; what they do not say is as in Machine().
Machine detect_machine();

/// A machine of the same sizes, with the cycles, `memory_threads` and `crossing` that small loops
/// take on the one that this program runs on: least times of several runs, about a second in all.
/// What else runs meanwhile counts. Takes half a GiB of memory, and more than 8 MiB for each core.
/// \param machine  the caches and cores of this machine
Machine measured(Machine machine);

/// A machine from a YAML map with the names of Machine's members; members without an entry are as
/// in Machine(). `# ...` is a comment.
/// \param file  names the text in messages
/// \throws Error{malformed_model} with line and column, for entries that are not known, not
///         numbers, or out of range
Machine read_machine(const std::string &text, const std::string &file);

/// The same map, which `read_machine` reads.
std::string to_yaml(const Machine &machine);

} // namespace espalier::machine
