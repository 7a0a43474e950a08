#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::program {

/// What an inspection finds, times a factor.
struct InspectedTerm {
    std::size_t inspection; ///< its position
    bool is_greatest;       ///< the greatest of its values; else the least
    long factor;

    bool operator==(const InspectedTerm &) const = default;
};

/// A bound of values that data choose.
struct InspectedBound {
    isl::pw_aff known;                     ///< { [] -> [v] }
    std::vector<InspectedTerm> terms = {}; ///< to be added

    bool operator==(const InspectedBound &other) const;
};

/// From the least to the greatest of some values.
struct InspectedRange {
    InspectedBound least, greatest;

    bool operator==(const InspectedRange &) const = default;
};

/// A pass over elements of an array of integers in front of a region, which reads all of these and
/// changes none. It finds the least and the greatest (the inspector of Saltz et al., *Run-Time
/// Parallelization and Scheduling of Loops* (1991), for bounds alone).
struct Inspection {
    std::size_t array;
    InspectedRange elements;
    /// The elements are to ascend, so that the first and the last are the bounds.
    bool is_ascent;

    bool operator==(const Inspection &) const = default;
};

/// Finds the bounds of subscripts that data choose, by inspections of what they are read from.
/// Subscripts are sums of elements of arrays, of constants and variables of loops, and of counters
/// of loops that data end:
///
///     for (k = start[i]; k < start[i + 1]; k++) s += a[k] * x[column[k]];
///
/// Where `start` ascends, k is at least its first element and less than its last one; each number
/// between is some k, so that the region reads these elements of `column` and no others.
class Inspections {
public:
    explicit Inspections(const Program &program);

    /// The rows of an array that the region may touch, by its outermost subscript: all of them are
    /// in one of the ranges wherever all elements that inspections find are numbers of type `int`
    /// that are not negative, and so are the bounds of the ranges.
    /// \return nothing if they have no bounds, or if inspecting would read what the region need not
    ///         read
    std::optional<std::vector<InspectedRange>> rows(std::size_t array);

    /// What has to be inspected for the bounds so far, each after those that its own elements
    /// depend on.
    const std::vector<Inspection> &all() const { return inspections_; }

private:
    const Program &program_;
    std::vector<Inspection> inspections_;
};

} // namespace espalier::program
