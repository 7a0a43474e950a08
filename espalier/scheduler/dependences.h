#pragma once

#include "espalier/dependence/constraints.h"
#include "espalier/dependence/proximity.h"
#include "espalier/scheduler/graph.h"

#include <isl/cpp.h>

#include <memory>
#include <vector>

namespace espalier::scheduler {

/// A statement, as a node of scheduling problems.
struct Statement {
    isl::set domain; ///< { S[i] }
    Node node;       ///< its dimensions; scheduled: what the domain's equalities fix
};

/// A convex part of schedule constraints.
struct Dependence {
    std::size_t source, sink; ///< positions in Model::statements
    Roles roles;
    std::size_t group = 0; ///< of temporal and spatial relations: position in Model::groups
    isl::map pairs;        ///< { S[i] -> T[j] }, one disjunct
    /// As in Relation.
    std::shared_ptr<const presburger::Generators> generators;
    /// \name { [S[i] -> R[]] -> [T[j] -> Q[]] }: of the conditions and the conditioned constraints
    /// with these pairs, the tagged versions (Live-Range Reordering (2016), section 3.2).
    /// @{
    std::vector<isl::map> conditions, conditioned;
    /// @}
};

using DependencePtr = std::shared_ptr<const Dependence>;

/// Schedule constraints in the form that the scheduler works on. All sets and relations have the
/// same symbolic constants in the same order.
struct Model {
    std::size_t parameters;
    std::vector<Statement> statements;
    std::vector<DependencePtr> dependences;
    /// Their references: the nodes are positions in `statements`; nothing scheduled.
    std::vector<LocalityGroup> groups = {};
};

/// \param groups  what to weigh for locality, if anything
Model make_model(const dependence::Constraints &constraints,
                 const std::vector<dependence::ProximityGroup> &groups);

/// { S[i] -> [v] }: a function of a statement.
isl::aff to_aff(const Function &function, const Statement &statement);

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
