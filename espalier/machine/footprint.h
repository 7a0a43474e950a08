#pragma once

#include "espalier/machine/machine.h"

#include <array>
#include <cstddef>
#include <vector>

namespace espalier::machine {

/// Three caches, and two levels of translations from virtual addresses.
constexpr std::size_t level_count = 5;

/// How a reference moves with a loop, from one iteration to the next.
struct Move {
    double stride; ///< bytes
    double count;  ///< iterations, on average
};

/// What an array reference touches while some loops around it run, innermost first, and what it
/// misses in each level of the memory.
struct Reference {
    std::size_t array;  ///< position in Program::arrays
    double array_bytes; ///< of the whole array; infinite if that is not known
    double element_bytes;
    double address; ///< bytes from the array's beginning, in the first iteration
    bool is_write;
    /// Whether what it touches is written, by itself or one that touches the same: units then go
    /// back where they came from.
    bool is_written_back = false;
    double runs = 1; ///< how often, on average, the loops run at all
    std::vector<Move> moves = {};
    std::array<double, level_count> misses = {}; ///< units
    double share = 1; ///< of the time that a miss takes: less where threads miss at the same time
    /// Whether vectors read it that are as long as lines, and begin within them.
    bool crosses_lines = false;
};

/// Units of so many bytes, lines or pages, that a reference touches.
double units_of(const Reference &reference, double unit);

/// Bytes in lines that some references touch, those that touch the same once.
double bytes_in_lines(const std::vector<Reference> &references, const Machine &machine);

/// Sets the misses of references that share loops, in the caches that hold all that the references
/// touch: each unit is missed once, by one of those that walk the same way, close to each other.
void reuse_across(std::vector<Reference> &references, const Machine &machine);

/// The references after one more loop around them. In caches that hold what one iteration touches,
/// units are missed once in the loop, in others, once in each iteration; last caches that are a
/// little too small for it keep a part.
/// \param strides  of each reference, in bytes
void enclose(std::vector<Reference> &references, const std::vector<double> &strides, double count,
             const Machine &machine);

/// For each level of the memory, some property.
using LevelFlags = std::array<bool, level_count>;

/// Which levels have room for all that some references touch.
LevelFlags levels_that_hold(const std::vector<Reference> &references, const Machine &machine);

/// The part of all that some references touch that the second-level cache may still hold later:
/// nothing of twice its size.
double part_in_second_cache(const std::vector<Reference> &references, const Machine &machine);

/// Cycles that the misses of a reference take, but for those in levels that are known to keep all
/// data.
double miss_cycles(const Reference &reference, const LevelFlags &kept, const Machine &machine);

} // namespace espalier::machine
