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
    /// Of data that comes again in turn, it keeps nothing where this is so many times its capacity
    /// or more. With 1, as where what was not used for longest goes first, it keeps all or nothing.
    double keeps_up_to = 1;

    /// The part that is still there the next time of data of which all of it comes again in turn.
    double kept_part(double bytes) const
    {
        if (bytes <= capacity)
            return 1;
        return keeps_up_to > 1 ? std::max(0.0, (keeps_up_to - bytes / capacity) / (keeps_up_to - 1))
                               : 0;
    }
};

/// Translations are kept for pages, in two levels; their sizes differ little among processors.
std::array<Level, level_count> levels(const Machine &machine)
{
    constexpr double page = 4096, first_pages = 64, second_pages = 1536;
    // Last caches see what comes again in turn, and keep a part of it.
    constexpr double last_keeps_up_to = 2;
    auto line = double(machine.line);
    return {
        {{line, usable * double(machine.first_cache), machine.second_stream, machine.second_jump},
         {line, usable * double(machine.second_cache), machine.last_stream, machine.last_jump},
         {line, usable * double(machine.last_cache), machine.memory_stream, machine.memory_jump,
          last_keeps_up_to},
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

/// Units of so many bytes in blocks that a reference touches.
double units_of(const Reference &reference, const std::vector<Blocks> &all, double unit)
{
    double bytes = all.front().stride * all.front().count;
    double result = std::max(1.0, bytes / unit);
    for (std::size_t k = 1; k < all.size(); ++k) {
        bool is_within_unit = k == 1 && all[k].stride < unit;
        result = is_within_unit ? std::max(1.0, all[k].count * all[k].stride / unit)
                                : result * all[k].count;
    }
    return std::min(result, std::max(1.0, reference.array_bytes / unit)) * reference.runs;
}

/// Whether a reference touches few lines that one that walks alike does not.
/// \param all       its blocks
/// \param distance  bytes between the addresses of the two
bool overlap(const std::vector<Blocks> &all, double distance, double unit)
{
    double rest = distance;
    for (auto level = all.rbegin(); level != all.rend(); ++level) {
        double steps = std::floor(rest / level->stride + 0.5);
        if (steps < level->count)
            rest = std::abs(rest - steps * level->stride);
    }
    return rest < unit && distance < span(all) + unit;
}

/// What several references touch in units of one size. Those that walk the same way, close to each
/// other, touch the same units.
struct Footprint {
    double bytes = 0;
    /// For each reference, its units if it is the one that counts among those that touch the same.
    std::vector<double> units = {};
    /// The one that counts, for each reference: positions.
    std::vector<std::size_t> leaders = {};
};

Footprint footprint(const std::vector<Reference> &references, double unit)
{
    Footprint result;
    std::vector<std::size_t> leaders;
    for (std::size_t k = 0; k < references.size(); ++k) {
        const Reference &reference = references[k];
        const std::vector<Blocks> all = blocks(reference);
        const auto known = std::ranges::find_if(leaders, [&](std::size_t leader) {
            return walk_alike(reference, references[leader]) &&
                   overlap(all, std::abs(reference.address - references[leader].address), unit);
        });
        const bool is_leader = known == leaders.end();
        result.units.push_back(is_leader ? units_of(reference, all, unit) : 0);
        result.bytes += result.units.back() * unit;
        result.leaders.push_back(is_leader ? k : *known);
        if (is_leader)
            leaders.push_back(k);
    }
    return result;
}

/// For each level of the memory, what references touch.
std::array<Footprint, level_count> footprints(const std::vector<Reference> &references,
                                              const Machine &machine)
{
    const std::array<Level, level_count> all = levels(machine);
    std::array<Footprint, level_count> result;
    for (std::size_t number = 0; number < level_count; ++number) {
        const bool is_known = number > 0 && all[number].unit == all[number - 1].unit;
        result[number] = is_known ? result[number - 1] : footprint(references, all[number].unit);
    }
    return result;
}

/// Whether a reference goes through no more rows at a time than the hardware follows, each in the
/// order of memory.
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

/// Bytes that a reference goes through in the order of memory, until it goes on somewhere else.
double stream_bytes(const Reference &reference, const Machine &machine)
{
    const double gap = 2 * double(machine.line);
    double bytes = 0;
    for (const Move &move : reference.moves) {
        const double stride = std::abs(move.stride);
        if (stride == 0 || move.count <= 1)
            continue;
        if (stride <= bytes + gap)
            bytes = std::max(bytes, stride * (move.count - 1) + std::max(bytes, stride));
        else if (bytes > 0)
            break;
    }
    return bytes;
}

/// The part of the lines of a reference that the hardware sees coming: all but the first ones of
/// each row.
double expected_part(const Reference &reference, const Machine &machine)
{
    constexpr double first_lines = 2;
    if (!moves_in_streams(reference, machine))
        return 0;
    const double lines = stream_bytes(reference, machine) / double(machine.line);
    const bool is_alone = lines == 0; // one element, or one of each of some rows
    return is_alone ? 1 : std::max(0.0, 1 - first_lines / lines);
}

} // namespace

double units_of(const Reference &reference, double unit)
{
    return units_of(reference, blocks(reference), unit);
}

LevelFlags levels_that_hold(const std::vector<Reference> &references, const Machine &machine)
{
    LevelFlags result = {};
    const std::array<Level, level_count> all = levels(machine);
    const std::array<Footprint, level_count> touched = footprints(references, machine);
    for (std::size_t number = 0; number < level_count; ++number)
        result[number] = touched[number].bytes <= all[number].capacity;
    return result;
}

double bytes_in_lines(const std::vector<Reference> &references, const Machine &machine)
{
    return footprint(references, double(machine.line)).bytes;
}

double part_in_second_cache(const std::vector<Reference> &references, const Machine &machine)
{
    Level second = levels(machine)[1];
    second.keeps_up_to = 2;
    return second.kept_part(bytes_in_lines(references, machine));
}

void reuse_across(std::vector<Reference> &references, const Machine &machine)
{
    const std::array<Level, level_count> all = levels(machine);
    const std::array<Footprint, level_count> touched = footprints(references, machine);
    for (std::size_t number = 0; number < level_count; ++number)
        if (touched[number].bytes <= all[number].capacity)
            for (std::size_t k = 0; k < references.size(); ++k)
                references[k].misses[number] = touched[number].units[k];
    for (std::size_t k = 0; k < references.size(); ++k)
        if (references[k].is_write || references[k].is_written_back)
            references[touched[0].leaders[k]].is_written_back = true;
}

void enclose(std::vector<Reference> &references, const std::vector<double> &strides, double count,
             const Machine &machine)
{
    const std::array<Level, level_count> all = levels(machine);
    const std::array<Footprint, level_count> inside = footprints(references, machine);
    for (std::size_t k = 0; k < references.size(); ++k) {
        double runs = references[k].runs * count;
        references[k].moves.push_back({strides[k], std::max(1.0, runs)});
        references[k].runs = std::min(1.0, runs);
    }
    const std::array<Footprint, level_count> touched = footprints(references, machine);
    for (std::size_t number = 0; number < level_count; ++number) {
        const double kept = all[number].kept_part(inside[number].bytes);
        for (std::size_t k = 0; k < references.size(); ++k) {
            double &misses = references[k].misses[number];
            misses = kept * touched[number].units[k] + (1 - kept) * misses * count;
        }
    }
}

double miss_cycles(const Reference &reference, const LevelFlags &kept, const Machine &machine)
{
    const double expected = expected_part(reference, machine);
    double result = 0;
    std::size_t number = 0;
    for (const Level &level : levels(machine)) {
        // The first cache is busy with what goes back from it as well; the others are not.
        const double ways = number == 0 && reference.is_written_back ? 2 : 1;
        const double cycles =
            ways * expected * level.stream_cycles + (1 - expected) * level.jump_cycles;
        const bool is_far = number == 1 || number == 2; // the last cache and memory
        const double crossings = is_far && reference.crosses_lines ? machine.crossing : 1;
        result += kept[number] ? 0 : reference.misses[number] * cycles * crossings;
        ++number;
    }
    return result * reference.share;
}

} // namespace espalier::machine
