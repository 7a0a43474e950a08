#pragma once

#include "espalier/schedule/tree.h"
#include "tests/support/instance_order.h"
#include "tests/support/random_functions.h"

#include <functional>

namespace espalier::test {

/// What random trees are made of. All of them have a domain node, leaves, bands and sequences.
struct TreeKnobs {
    unsigned levels = 6; ///< nodes on the way to a leaf, at most; children of sequences not counted
    bool sets = true;
    bool splits = true;  ///< children of sequences and sets may part the instances of a statement
    bool filters = true; ///< also where there is no sequence or set
    bool marks = true;
    bool contexts = true; ///< some of which introduce symbolic constants
    bool guards = true;
    bool options = true; ///< AST options of bands, and their attributes
    bool isolations = true;
    bool expansions = true;
    bool extensions = true;
    bool empty_bands = true; ///< bands without members
    bool named_bands = true; ///< bands whose schedule space has a name
    /// \name For AST generation.
    /// @{
    bool bounded_unrolls = false; ///< unroll only what has at most a constant number of values
    bool existentials = false;    ///< statements with strides, symbolic offsets and the like
    unsigned isolation_percent = 20;
    /// @}
};

/// Without what depends on the outer schedule dimensions: a tree in which any band may change.
TreeKnobs without_anchors();

struct RandomTree {
    schedule::Tree tree;
    Constants constants; ///< values of all symbolic constants; contexts hold for them
};

/// A valid tree: of 1 to 4 statements of 0 to 3 dimensions with few instances each. The same for
/// the same seed.
RandomTree random_tree(isl::ctx ctx, unsigned seed, const TreeKnobs &knobs = {});

/// The seed with which property tests start: 1, or what the environment variable
/// ESPALIER_FIRST_SEED says, to look at one failure or to try other trees.
unsigned first_seed();

/// Calls `check` with that many random trees. The first that fails, or for which `check` throws, is
/// shown with its seed, and is the last.
void foreach_random_tree(unsigned count, const TreeKnobs &knobs,
                         const std::function<void(const RandomTree &, Random &)> &check);

} // namespace espalier::test
