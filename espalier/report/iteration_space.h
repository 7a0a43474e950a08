#pragma once

#include "espalier/report/dependence_summary.h"
#include "espalier/report/svg.h"

#include <map>
#include <optional>
#include <vector>

namespace espalier::report {

/// Statements that are in two loops, drawn in one grid. Positions in Program::statements.
using PlottedNest = std::vector<std::size_t>;

/// The statements that are in exactly two loops, those of one outer loop together; where these are
/// too many for a picture, those of one inner loop. What is too much even then is left out.
std::vector<PlottedNest> plotted_nests(const program::Program &program);

/// A point of an iteration space.
struct PlottedInstance {
    std::size_t statement; ///< position in the nest
    long outer, inner;     ///< values of the iterators

    auto operator<=>(const PlottedInstance &) const = default;
};

/// What is seen of a nest for one value of all symbolic constants: the instances, at most
/// `window` values of each iterator from the least one on, and the flow between them.
struct IterationSpace {
    static constexpr long window = 9;

    long constant = 0; ///< the value of all symbolic constants
    std::vector<PlottedInstance> instances;
    std::vector<PlottedInstance> live_in; ///< those that read what was there before
    std::vector<std::pair<PlottedInstance, PlottedInstance>> flow;
    bool is_cut = false; ///< whether there are instances outside of the window
};

/// Nothing if the nest has no instances where all symbolic constants have the same value between 4
/// and 8. Of these, the least for which each statement has enough instances to show a pattern is
/// taken, or the greatest if there is none.
std::optional<IterationSpace> iteration_space(const RegionDependences &region,
                                              const PlottedNest &nest);

/// The space as in figure 1 of Live-Range Reordering (2016): a mark for each instance, those of the
/// statements of an iteration beside each other, an arrow for each flow dependence, a ring around
/// instances with live-in reads. The outer loop runs to the right, the inner one upwards.
Picture draw(const program::Program &program, const PlottedNest &nest, const IterationSpace &space);

/// The pictures of all nests that have one, and in it a dependence or a ring.
std::vector<Picture> draw_iteration_spaces(const RegionDependences &region);

} // namespace espalier::report
