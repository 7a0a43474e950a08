#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace espalier::strategies {

/// From how far before a point to how far behind it.
struct Reach {
    long before = 0, behind = 0;

    bool operator==(const Reach &) const = default;
};

/// For each member of bands of points.
using Reaches = std::vector<Reach>;

/// An array that a time loop writes, of which each point has an element: at home there.
struct StencilState {
    std::size_t array;
    std::vector<std::size_t> members; ///< for each subscript, the coordinate of the point
    std::vector<long> shift;          ///< and what is added to it
    isl::set elements, read, written; ///< { A[a] }: that the loop accesses
    /// Whether what an iteration writes is read in a later one.
    bool is_passed_on = true;
};

/// An access to an element that is at home so far from the point.
struct StencilUse {
    std::size_t access; ///< of the statement
    std::size_t state;  ///< position in StencilLoop::states
    bool is_write;
    std::vector<long> distance; ///< by members
};

struct StencilStatement {
    std::size_t statement;        ///< position in Program::statements
    isl::set points;              ///< { [t, p] }
    isl::pw_multi_aff instance;   ///< { [t, p] -> S[i] }
    std::vector<StencilUse> uses; ///< of states
};

/// Statements at points that do not depend on each other, in order at each point.
struct StencilPhase {
    std::vector<StencilStatement> statements;
};

/// A loop over time around phases.
struct StencilLoop {
    std::size_t members; ///< coordinates of points, in the order of the first state's subscripts
    isl::set times;      ///< { [t] }
    std::vector<StencilState> states;
    std::vector<StencilPhase> phases;
};

/// The stencils that a loop over time is of: in each phase a band of independent iterations around
/// statements that access elements of arrays at constant distances from their points; the points
/// are the same at all times.
/// \param band  of one member, that nothing is around
/// \return nothing for another loop
std::optional<StencilLoop> stencil_loop(const program::Program &program,
                                        const dependence::Dependences &dependences,
                                        const schedule::Cursor &band);

/// How far around a tile phases have to compute, so that the tile is right after some iterations.
struct StencilMargins {
    std::vector<Reaches> last; ///< for each phase, in the last iteration
    Reaches growth;            ///< for each iteration before
    Reaches load;              ///< from where values come in, in front of the first one
};

/// \return nothing if the margins do not grow evenly
std::optional<StencilMargins> stencil_margins(const StencilLoop &loop, long iterations);

} // namespace espalier::strategies
