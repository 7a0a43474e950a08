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
    std::vector<std::string> constants = {}; ///< names of the symbolic constants
};

/// \param groups  what to weigh for locality, if anything
Model make_model(const dependence::Constraints &constraints,
                 const std::vector<dependence::ProximityGroup> &groups);

/// { S[i] -> [v] }: a function of a statement.
isl::aff to_aff(const Function &function, const Statement &statement);

/// The generators of pairs { S[i] -> T[j] } in one disjunct, in the form of a relation.
/// \throws NumberTooLarge
std::shared_ptr<const presburger::Generators> generators_of(const isl::map &pairs, bool is_self,
                                                            std::size_t parameters);

} // namespace espalier::scheduler
