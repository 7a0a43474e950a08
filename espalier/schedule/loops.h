#pragma once

#include "espalier/schedule/cursor.h"
#include "espalier/schedule/loop_role.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace espalier::schedule {

/// \name Members of bands that have roles.
/// @{

/// A member of a band in its tree.
struct Loop {
    Cursor band;
    std::size_t member;

    const LoopRolePtr &role() const { return band.as<Band>().members[member].role; }

    /// The number of the schedule dimension that the loop runs over.
    std::size_t depth() const { return band.schedule_depth() + member; }

    /// { S[i] -> [b] }: the schedule of the loop.
    isl::union_pw_aff function() const { return band.as<Band>().member(member); }

    /// { S[i] -> [t] }: the schedule of the loops around it, the members before it included.
    isl::multi_union_pw_aff functions_around() const;

    /// The same as a relation, on the instances that the loop executes.
    isl::union_map relation_around() const;

    /// The innermost loop around it; nothing if there is none.
    std::optional<Loop> around() const;
};

/// The loops with roles, from the top down and from left to right.
std::vector<Loop> loops_with_roles(const Tree &tree);

/// How many loops have a role of this kind.
std::size_t count_loops(const Tree &tree, LoopKind kind);

/// Whether some loop runs in parallel.
inline bool has_threads(const Tree &tree) { return count_loops(tree, LoopKind::parallel) > 0; }

/// How many loops run some of their iterations at the same time.
std::size_t count_concurrent_loops(const Tree &tree);

/// Whether a kernel executes some of the loops (LoopRole::blocking).
bool has_blocked_loops(const Tree &tree);

/// The same of the loops of a band and of those below it, or of those below another node.
bool has_blocked_loops(const Cursor &node);

/// The tree with other roles. The order stays.
/// \param edit  from a loop with a role in `tree` to its new role; null: none
Tree with_roles(const Tree &tree, const std::function<LoopRolePtr(const Loop &)> &edit);
/// @}

} // namespace espalier::schedule
