#pragma once

#include "espalier/scheduler/model.h"

#include <vector>

namespace espalier::scheduler {

/// Some statements and what ties them together: a part of the model on the way through the tree.
struct Component {
    std::vector<std::size_t> statements; ///< positions in Model::statements, ascending
    std::vector<DependencePtr> dependences;
};

/// The scheduling problem of a component; the relations have the order of its dependences.
/// \param nodes  the statements of the model with what the bands above schedule
Graph graph_of(const Model &model, const Component &component, const std::vector<Node> &nodes);

/// The parts of the component's dependences whose pairs all members give the same values.
/// \param members  functions of the nodes of `graph`, which is that of the component
std::vector<DependencePtr> uncarried(const Model &model, const Component &component,
                                     const Graph &graph, const std::vector<Functions> &members);

/// The dependences, the conditioned ones that are adjacent to a condition in `broken` as validity
/// constraints: a band or sequence has kept the live range of the condition from being local, so
/// that nothing below may be put in between.
std::vector<DependencePtr> made_unconditional(const std::vector<DependencePtr> &dependences,
                                              const std::vector<DependencePtr> &broken);

/// The positions of the dependences that are conditions adjacent to a conditioned pair that a
/// member violates: the sets V and C of Algorithm 1 of Live-Range Reordering (2016).
/// \param member  functions of the nodes of `graph`, which is that of the component; those with an
///                empty one do not count
std::vector<std::size_t> adjacent_conditions(const Model &model, const Component &component,
                                             const Graph &graph, const Functions &member);

} // namespace espalier::scheduler
