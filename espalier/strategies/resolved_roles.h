#pragma once

#include "espalier/strategies/cpu_strategy.h"

namespace espalier::strategies {

/// The tree with the roles that its loops ask for and nothing else: what else `strategy` would do
/// is left to whoever made the tree. A loop gets the variables that each iteration can have its own
/// of, and where that does not make its iterations independent, the permitted reductions. Where
/// that does not either, it keeps its role all the same, for a check to find; but a vector loop
/// whose iterations depend on each other only by the order of sums is one of strict sums. Without
/// OpenMP, parallel loops lose their roles. No two loops share a role.
schedule::Tree with_resolved_roles(const CpuStrategy &strategy, const program::Program &program,
                                   const dependence::Dependences &dependences,
                                   const schedule::Tree &tree);

/// Whether the roles of a tree's loops depend on dependences: with_resolved_roles asks for none
/// otherwise.
bool has_roles_to_resolve(const CpuStrategy &strategy, const schedule::Tree &tree);

} // namespace espalier::strategies
