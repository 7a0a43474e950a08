// What references touch in caches, and what that takes.

#include "espalier/machine/footprint.h"

#include "espalier/machine/machine.h"

#include <gtest/gtest.h>

#include <limits>

namespace espalier::machine {
namespace {

constexpr double doubles = 1 << 16; // more than a first cache has, and less than a second one
constexpr double repeated = 100;

Reference to_array(bool is_write)
{
    constexpr double unknown = std::numeric_limits<double>::infinity();
    return {0, unknown, sizeof(double), 0, is_write};
}

/// Cycles that misses take in `for t: for i: ... a[i] ...`, where caches beyond the first one hold
/// the array.
double cycles(std::vector<Reference> references, const Machine &machine)
{
    reuse_across(references, machine);
    const std::vector<double> along(references.size(), sizeof(double)), none(references.size(), 0);
    enclose(references, along, doubles, machine);
    enclose(references, none, repeated, machine);
    LevelFlags kept;
    kept.fill(true);
    kept[0] = false;
    double result = 0;
    for (const Reference &reference : references)
        result += miss_cycles(reference, kept, machine);
    return result;
}

TEST(Footprint, WhatIsWrittenLeavesTheFirstCacheAgain)
{
    const Machine machine;
    const double read = cycles({to_array(false)}, machine);
    EXPECT_NEAR(read,
                repeated * doubles * sizeof(double) / double(machine.line) * machine.second_stream,
                read / 100);
    EXPECT_DOUBLE_EQ(cycles({to_array(false), to_array(false)}, machine), read);
    EXPECT_NEAR(cycles({to_array(false), to_array(true)}, machine), 2 * read, read / 100);
    EXPECT_NEAR(cycles({to_array(true), to_array(false)}, machine), 2 * read, read / 100);
}

/// Lines missed in a level in each turn of `for t: for i: ... a[i] ...`, of those of the array,
/// where that has so many times the bytes of a cache that count (three quarters).
double missed_part(std::size_t level, double cache, double times)
{
    const Machine machine;
    const double elements = times * 0.75 * cache / sizeof(double);
    std::vector<Reference> references = {to_array(false)};
    reuse_across(references, machine);
    enclose(references, {sizeof(double)}, elements, machine);
    enclose(references, {0}, repeated, machine);
    return references[0].misses[level] * double(machine.line) / (elements * sizeof(double)) /
           repeated;
}

TEST(Footprint, LastCachesKeepAPartOfWhatIsALittleTooLarge)
{
    const Machine machine;
    const auto last = double(machine.last_cache), second = double(machine.second_cache);
    constexpr double once = 1 / repeated;
    EXPECT_NEAR(missed_part(2, last, 0.99), once, 0.01);
    EXPECT_NEAR(missed_part(2, last, 1.5), 0.5, 0.01);
    EXPECT_NEAR(missed_part(2, last, 2.1), 1, 0.01);
    EXPECT_NEAR(missed_part(1, second, 0.99), once, 0.01);
    EXPECT_NEAR(missed_part(1, second, 1.01), 1, 0.01) << "others keep all or nothing";
}

} // namespace
} // namespace espalier::machine
