#pragma once

#include "espalier/base/checked.h"

#include <cstddef>
#include <functional>

namespace espalier::scheduler {

/// How bands are made.
enum class Algorithm {
    automatic, ///< Pluto-like bands, with a step of Feautrier's where there is none
    feautrier, ///< one dimension after the other, each carrying as much as it can
};

/// What members of bands are chosen for.
enum class Strategy {
    distances, ///< small distances of proximity relations
    cpu,       ///< one coincident member, locality kept for the innermost one
    gpu,       ///< first a coincident member that accesses neighbours, for the threads of a warp
};

/// The heuristics of the scheduler, with their defaults; `espalier help schedule` lists them.
struct Options {
    Algorithm algorithm = Algorithm::automatic;
    /// A band whose first member cannot be coincident gives way to a step of Feautrier's, so that
    /// the members after it may be.
    bool outer_coincidence = true;
    /// Clusters are fused only if none has fewer coincident members after than before.
    bool maximize_coincidence = true;
    /// Clusters are fused only if a proximity relation between them gets a constant distance no
    /// greater than this in each member.
    Number fusion_distance = 4;
    /// So many fusions are tried for a part of the tree; then the clusters stay as they are.
    std::size_t fusion_attempts = 5'000;
    /// So many steps are taken in each integer program; then the best function so far is taken.
    std::size_t program_steps = 50'000;
    /// The greatest constant term of a member; negative: no limit. Without one, loop bounds that
    /// are numbers make shifts as large.
    Number max_constant_term = 10;
    /// The greatest magnitude of the coefficient of a loop in a member; negative: no limit. Without
    /// one, two loops of which the inner one has 100 iterations may become one, 100 i + j.
    Number max_coefficient = 8;
    Strategy strategy = Strategy::distances;
    /// For CPUs: so many innermost members are chosen for locality only.
    std::size_t sequential_members = 2;
    /// For CPUs: where no first member can be coincident, statements that need more than so many
    /// registers give way to a step of Feautrier's, which splits them; those with less make a
    /// permutable band for wavefronts.
    std::size_t register_limit = 32;
    /// For CPUs: where elements are used again and again, such a band is taken only if it has all
    /// loops, and the innermost one leaves the instances of each statement independent, so that
    /// vectors of them can be executed; a step of Feautrier's otherwise.
    bool vector_innermost = true;
    /// For CPUs and GPUs: elements in a line of memory.
    std::size_t line = 8;
    /// Called between the steps of integer programs, with how many numbers they have changed: what
    /// it throws ends the search.
    std::function<void(std::size_t)> poll = {};
};

} // namespace espalier::scheduler
