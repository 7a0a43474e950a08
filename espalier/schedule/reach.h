#pragma once

#include "espalier/schedule/node.h"

namespace espalier::schedule {

/// What reaches a node on the way down from the root.
struct Reach {
    isl::union_set instances; ///< { S[i] }: within `known`
    isl::set known;           ///< { : }: what the contexts above say of the symbolic constants
};

/// What reaches the child of the root.
Reach reach_below_root(const Domain &domain);

/// What reaches the children of a node that `reach` reaches.
Reach below(const Node &node, const Reach &reach);

/// Equal sets that share nothing with `instances`: isl simplifies sets in place, for all who hold
/// them, when they are compared, and the tree's sets should stay as they were written.
isl::union_set private_copy(const isl::union_set &instances);

} // namespace espalier::schedule
