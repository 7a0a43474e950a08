#pragma once

#include "tests/support/random_trees.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Property tests of edits: on random trees, at random places, the order of all pairs of instances
/// after an edit is the one that its definition gives as a function of their keys before.
namespace espalier::test {

using Executions = std::vector<Execution>;

/// A place in a random tree, where an edit is tried.
struct Site {
    const RandomTree &before;
    schedule::Cursor place;
    Path path;                    ///< of `place`
    const Executions &executions; ///< of the tree
    Random &random;

    /// All statements that could reach a place in the tree, and some that cannot.
    std::vector<Statement> statements() const;

    /// The instances that reach the place, at the values of the symbolic constants.
    std::set<Instance> instances() const;

    /// The executions with what `rewrite` makes of the keys of those that pass the place.
    Executions rewritten(const std::function<void(KeyParts &)> &rewrite) const;

    /// The same for an edit that depends on the instances, as which the executions reach the place;
    /// those that are introduced at the place or below stay as they are.
    Executions rewritten(const std::function<void(const Instance &, KeyParts &)> &rewrite) const;

    /// The executions without those that pass the place as an instance that is not in `kept`.
    Executions filtered(const std::set<Instance> &kept) const;
};

/// What an edit made, and what it should have made.
struct Outcome {
    schedule::Cursor result;
    Executions expected;
    /// Subtrees that the edit leaves alone: paths from the place before, and from the result. They
    /// have to be shared, not copied.
    std::vector<std::pair<Path, Path>> shared = {};
};

struct EditProperty {
    TreeKnobs knobs = {};
    /// Whether the edit applies, by its definition; nothing: anywhere below the root.
    std::function<bool(const schedule::Cursor &)> applies = nullptr;
    /// Nothing if it turns out not to apply.
    std::function<std::optional<Outcome>(const Site &)> edit = nullptr;
    /// Whether the edit changes nothing but the subtree at the place: the result stands there, and
    /// all that hangs off the path to it is shared.
    bool is_local = true;
};

/// Tries an edit on 100 random trees, and fails with seed and trees if in one of them the order is
/// not as expected, the result is not valid, or the old tree has changed; also if too few places
/// for the edit are found, or too few ordered pairs of instances.
void check_edit(const EditProperty &property);

/// The same for a function of the whole tree.
struct TreeProperty {
    TreeKnobs knobs = {};
    std::function<schedule::Tree(const schedule::Tree &)> edit = nullptr;
    /// The keys after the edit.
    std::function<void(Key &)> rewrite = [](Key &) {};
};

void check_edit(const TreeProperty &property);

/// An edit that is to refuse the places where it does not apply.
struct Refusal {
    std::string name;
    /// By its definition.
    std::function<bool(const schedule::Cursor &)> applies;
    std::function<void(const schedule::Cursor &)> edit;
};

/// Tries each edit on all places of 30 random trees where it does not apply, the root included;
/// fails unless it throws Error{impossible_edit} there.
void check_refusals(const std::vector<Refusal> &refusals);

/// All places of a tree but its root, in depth-first order.
std::vector<schedule::Cursor> places(const schedule::Tree &tree);

/// Whether a node of the subtree is of a type.
template <class Kind>
bool has(const schedule::Node &subtree)
{
    if (subtree.is<Kind>())
        return true;
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        if (has<Kind>(*subtree.child(k)))
            return true;
    return false;
}

/// Whether a node of the subtree says something of the schedule dimensions of bands above it.
bool refers_to_dimensions(const schedule::Node &subtree);

/// Whether the node is a child of a sequence or set.
bool is_child_filter(const schedule::Cursor &node);

/// The path with more steps.
Path extended(const Path &path, const Path &more);

/// The tree with another subtree, whether valid or not.
schedule::NodePtr replaced(const schedule::NodePtr &tree, const Path &path,
                           const schedule::NodePtr &subtree);

/// Compares the orders of all pairs of executions; reports the first difference.
/// \return the number of pairs that have an order
std::size_t expect_same_order(Executions expected, Executions actual);

} // namespace espalier::test
