#include "espalier/machine/footprint.h"

#include <algorithm>
#include <cmath>

namespace espalier::machine {

namespace {

/// The part of a cache that can be counted on: other data and conflicts take the rest.
constexpr double usable = 0.75;

/// What keeps data, or translations of addresses, near the processor.
struct Level {
    double unit;     ///< bytes that are kept together
    double capacity; ///< bytes
    /// Cycles that a unit takes from the next level: where the hardware sees it coming, and where
    /// it does not.
    double stream_cycles, jump_cycles;
};

/// Translations are kept for pages, in two levels; their sizes differ little among processors.
std::array<Level, level_count> levels(const Machine &machine)
{
    constexpr double page = 4096, first_pages = 64, second_pages = 1536;
    auto line = double(machine.line);
    return {{{line, usable * double(machine.first_cache), 1.5, 4},
             {line, usable * double(machine.second_cache), 6, 14},
             {line, usable * double(machine.last_cache), 12, 40},
             {page, page * first_pages, 2, 2},
             {page, page * second_pages, 8, 8}}};
}

/// Equally spaced blocks of memory: `count` of `size` bytes, `stride` apart.
struct Blocks {
    double stride, count;
};

/// The blocks of blocks that a reference touches, the smallest strides first. Loops that move by no
/// more than what is touched already make that longer.
std::vector<Blocks> blocks(const Reference &reference)
{
    std::vector<Move> moves = reference.moves;
    std::erase_if(moves, [](const Move &move) { return move.stride == 0 || move.count <= 1; });
    std::ranges::stable_sort(moves, {}, [](const Move &move) { return std::abs(move.stride); });
    std::vector<Blocks> result = {{reference.element_bytes, 1}};
    for (const Move &move : moves) {
        double stride = std::abs(move.stride);
        Blocks &last = result.back();
        if (stride <= last.stride * last.count)
            last.count += stride / last.stride * (move.count - 1);
        else
            result.push_back({stride, move.count});
    }
    return result;
}

double span(const std::vector<Blocks> &all)
{
    double result = 0;
    for (const Blocks &one : all)
        result += one.stride * (one.count - 1);
    return result + all.front().stride;
}

/// Whether the strides of two references are the same, so that they touch the same, moved.
bool walk_alike(const Reference &one, const Reference &two)
{
    return one.array == two.array && one.moves.size() == two.moves.size() &&
           std::equal(one.moves.begin(), one.moves.end(), two.moves.begin(),
                      [](const Move &a, const Move &b) { return a.stride == b.stride; });
}

/// Whether one of two references that walk alike touches few lines that the other does not.
bool overlap(const Reference &one, const Reference &two, double unit)
{
    double rest = std::abs(one.address - two.address);
    std::vector<Blocks> all = blocks(one);
    for (auto level = all.rbegin(); level != all.rend(); ++level) {
        double steps = std::floor(rest / level->stride + 0.5);
        if (steps < level->count)
            rest = std::abs(rest - steps * level->stride);
    }
    return rest < unit && std::abs(one.address - two.address) < span(all) + unit;
}

/// Whether the hardware sees the lines of a reference coming: it goes through no more rows at a
/// time than are followed, each in the order of memory.
bool moves_in_streams(const Reference &reference, const Machine &machine)
{
    constexpr double most_streams = 32;
    double streams = 1;
    for (const Move &move : reference.moves) {
        if (move.stride == 0 || move.count <= 1)
            continue;
        if (std::abs(move.stride) <= double(machine.line))
            return true;
        streams *= move.count;
        if (streams > most_streams)
            return false;
    }
    return streams == 1;
}

} // namespace

double units_of(const Reference &reference, double unit)
{
    std::vector<Blocks> all = blocks(reference);
    double bytes = all.front().stride * all.front().count;
    double result = std::max(1.0, bytes / unit);
    for (std::size_t k = 1; k < all.size(); ++k) {
        bool is_within_unit = k == 1 && all[k].stride < unit;
        result = is_within_unit ? std::max(1.0, all[k].count * all[k].stride / unit)
                                : result * all[k].count;
    }
    return std::min(result, std::max(1.0, reference.array_bytes / unit)) * reference.runs;
}

double footprint(const std::vector<Reference> &references, double unit,
                 std::vector<bool> &is_leader)
{
    double result = 0;
    is_leader.assign(references.size(), true);
    for (std::size_t k = 0; k < references.size(); ++k) {
        for (std::size_t other = 0; other < k && is_leader[k]; ++other)
            is_leader[k] = !is_leader[other] || !walk_alike(references[k], references[other]) ||
                           !overlap(references[k], references[other], unit);
        if (is_leader[k])
            result += units_of(references[k], unit) * unit;
    }
    return result;
}

LevelFlags levels_that_hold(const std::vector<Reference> &references, const Machine &machine)
{
    LevelFlags result = {};
    std::size_t number = 0;
    for (const Level &level : levels(machine)) {
        std::vector<bool> is_leader;
        result[number++] = footprint(references, level.unit, is_leader) <= level.capacity;
    }
    return result;
}

void reuse_across(std::vector<Reference> &references, const Machine &machine)
{
    std::size_t number = 0;
    for (const Level &level : levels(machine)) {
        std::vector<bool> is_leader;
        bool fits = footprint(references, level.unit, is_leader) <= level.capacity;
        for (std::size_t k = 0; k < references.size() && fits; ++k)
            references[k].misses[number] = is_leader[k] ? units_of(references[k], level.unit) : 0;
        ++number;
    }
}

void enclose(std::vector<Reference> &references, const std::vector<double> &strides, double count,
             const Machine &machine)
{
    LevelFlags fits = levels_that_hold(references, machine);
    for (std::size_t k = 0; k < references.size(); ++k) {
        double runs = references[k].runs * count;
        references[k].moves.push_back({strides[k], std::max(1.0, runs)});
        references[k].runs = std::min(1.0, runs);
    }
    std::vector<bool> is_leader;
    std::array<Level, level_count> all = levels(machine);
    for (std::size_t number = 0; number < level_count; ++number) {
        footprint(references, all[number].unit, is_leader);
        for (std::size_t k = 0; k < references.size(); ++k) {
            double &misses = references[k].misses[number];
            if (!fits[number])
                misses *= count;
            else
                misses = is_leader[k] ? units_of(references[k], all[number].unit) : 0;
        }
    }
}

double miss_cycles(const Reference &reference, const LevelFlags &kept, const Machine &machine)
{
    const bool is_expected = moves_in_streams(reference, machine);
    double result = 0;
    std::size_t number = 0;
    for (const Level &level : levels(machine)) {
        double cycles = is_expected ? level.stream_cycles : level.jump_cycles;
        result += kept[number] ? 0 : reference.misses[number] * cycles;
        ++number;
    }
    return result * reference.share;
}

} // namespace espalier::machine
