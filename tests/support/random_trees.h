#pragma once

#include "espalier/schedule/tree.h"
#include "tests/support/instance_order.h"

#include <cstddef>
#include <random>
#include <string>
#include <vector>

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

/// A statement's space.
struct Statement {
    std::string name;
    std::size_t dimensions;

    auto operator<=>(const Statement &) const = default;
};

/// In alphabetical order.
std::vector<Statement> statements(const isl::union_set &instances);

/// Draws numbers, and functions and sets on statements.
class Random {
public:
    Random(isl::ctx ctx, unsigned seed) : ctx_(ctx), engine_(seed) {}

    isl::ctx ctx() const { return ctx_; }

    /// At least `low`, less than `high`.
    long between(long low, long high);

    bool chance(unsigned percent) { return between(0, 100) < long(percent); }

    template <class T>
    const T &pick(const std::vector<T> &choices)
    {
        return choices[std::size_t(between(0, long(choices.size())))];
    }

    /// Each of 0, ..., size - 1 once.
    std::vector<std::size_t> permutation(std::size_t size);

    /// { S[i] -> [b] }: piecewise quasi-affine, total on the statements.
    isl::multi_union_pw_aff schedule(const std::vector<Statement> &statements,
                                     const std::vector<std::string> &constants,
                                     std::size_t members);

    /// { [x] -> [y] }: of the same kind, total.
    isl::multi_pw_aff transformation(std::size_t from, std::size_t to);

    /// { S[i] }: some of all instances of some of the statements.
    isl::union_set part(const std::vector<Statement> &statements,
                        const std::vector<std::string> &constants);

    /// { S[i] } each, disjoint, together all instances of all statements.
    /// \param may_split  whether instances of one statement go to different parts
    std::vector<isl::union_set> partition(const std::vector<Statement> &statements,
                                          const std::vector<std::string> &constants,
                                          std::size_t parts, bool may_split);

    /// { [t] -> [b] }
    isl::map isolation(std::size_t depth, std::size_t members,
                       const std::vector<std::string> &constants);

    /// A condition on the variables x0, x1, ..., in isl's notation.
    std::string condition(std::size_t variables, const std::vector<std::string> &constants);

private:
    std::string affine(std::size_t variables, const std::vector<std::string> &constants);
    std::string quasi_affine(std::size_t variables, const std::vector<std::string> &constants);
    std::string member(const std::vector<Statement> &statements,
                       const std::vector<std::string> &constants);

    isl::ctx ctx_;
    std::mt19937 engine_;
};

} // namespace espalier::test
