#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"
#include "espalier/transform/matrix_view.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::strategies {

/// A loop over time around sweeps over space, each of which updates elements from near ones: an
/// iterated stencil. What makes it one are the distances of its dependences alone.
struct TimeNest {
    /// Dependences between two sweeps.
    struct Dependence {
        std::size_t source, sink; ///< positions in `sweeps`
        isl::set distances;       ///< { [d] }: the time of the sink less that of the source
    };

    transform::MatrixView view;          ///< in the order of the source; row 0 is time
    std::size_t depth;                   ///< of all statements: rows
    std::vector<transform::Beta> sweeps; ///< loops that hold nothing but statements, in their order
    std::vector<Dependence> dependences; ///< at most one for a pair of sweeps
};

/// The nest that a region consists of. A statement that lacks a loop over space gets one, of a
/// single iteration: the one that all its dependences on statements with all loops meet.
/// \param dependences  of `program` in its own order
/// \return nothing if the region is no such nest: something stands beside the time loop, or a
///         dependence spans a distance that no small number bounds
std::optional<TimeNest> time_nest(const program::Program &program,
                                  const dependence::Dependences &dependences);

/// What makes the distances of all dependences in a loop over space non-negative.
struct Skewing {
    long factor;              ///< so many iterations later for each step of time
    std::vector<long> shifts; ///< one for each sweep, not negative: so many iterations later
};

/// The least factor for which there are shifts, and the least of these:
///   d + shift(sink) - shift(source) + factor * d_0 >= 0  for all distances (d_0, ..., d, ...)
/// Shifts are the longest paths in the graph of the sweeps, and exist unless it has a cycle of
/// positive weight (Bellman and Ford).
/// \param row  of a loop over space, from 1 on
/// \return nothing if there is no small factor
std::optional<Skewing> find_skewing(const TimeNest &nest, std::size_t row);

/// Whether the innermost loop of a sweep has independent iterations.
bool is_innermost_independent(const TimeNest &nest, std::size_t sweep);

/// The least factor by which the innermost loop of the only sweep has to lag behind, for each
/// iteration of the loop around it, so that in a step of time iterations of both that run at the
/// same innermost time do not depend on each other: d + factor * d' >= 1 for all distances
/// (0, ..., 0, d', d), d' > 0.
/// \return nothing if there is no small factor
std::optional<long> find_lag(const TimeNest &nest);

} // namespace espalier::strategies
