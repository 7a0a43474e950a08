#pragma once

#include <isl/cpp.h>

#include <string>
#include <vector>

namespace espalier::schedule {

class Tree;

/// A place in a schedule tree (Schedule Trees (2014), section 2). Edits return a cursor into a new
/// tree, at the place of the node that the edit made; the old tree stays as it was.
class Cursor {
public:
    enum class Type {
        domain,
        context,
        filter,
        sequence,
        set,
        band,
        leaf,
        mark,
        expansion,
        extension,
        guard
    };

    Type type() const;
    std::size_t child_count() const;
    Cursor child(std::size_t position) const;
    Cursor parent() const;
    Tree tree() const;

    /// \name Bands: preconditions: type() == Type::band
    /// @{
    std::size_t member_count() const;
    bool is_permutable() const;
    bool is_coincident(std::size_t member) const;
    /// { S[i] -> [t] }: the member's schedule.
    isl::union_pw_aff member(std::size_t member) const;

    /// band(i, j) -> band(32 * floor(i / 32), 32 * floor(j / 32)) over band(i, j).
    /// Legal iff the band is permutable.
    /// \param sizes  one tile size per member
    Cursor tile(const std::vector<long> &sizes) const;

    /// band(i, j, k) -> band(i) over band(j, k), for position 1.
    Cursor split(std::size_t position) const;

    /// band(i, j, k) -> band(i, k, j), for the order {0, 2, 1}.
    /// Legal iff the band is permutable.
    Cursor permute(const std::vector<std::size_t> &order) const;

    /// Has AST generation peel a member's loop until no statement needs a guard inside it
    /// (Polyhedral AST Generation (2015), section 5.4).
    Cursor separate(std::size_t member) const;
    /// @}

    /// node -> mark(name) over node.
    Cursor insert_mark(const std::string &name) const;

    /// Number of band members above this node.
    std::size_t schedule_depth() const;

    /// { S[i] -> [t] }, t: the members of the bands above this node.
    isl::union_map prefix_schedule() const;

    /// The same as functions.
    isl::multi_union_pw_aff prefix_functions() const;

    /// { S[i] }: the instances that reach this node.
    isl::union_set instances() const;

private:
    friend class Tree;
    explicit Cursor(isl::schedule_node node) : node_(std::move(node)) {}

    isl::schedule_node_band band() const { return node_.as<isl::schedule_node_band>(); }

    isl::schedule_node node_;
};

/// An execution order of statement instances, as a tree. For now a thin cover over isl's: nothing
/// outside this file, but the rooms that still rest on isl's scheduler, dataflow analysis and AST
/// generator, may look below it.
class Tree {
public:
    explicit Tree(isl::schedule schedule) : schedule_(std::move(schedule)) {}

    /// A tree in isl's YAML.
    /// \throws Error{malformed_model} if it is none; `file` names it in the message
    static Tree parse(isl::ctx ctx, const std::string &yaml, const std::string &file);

    Cursor root() const { return Cursor(schedule_.root()); }

    /// { S[i] }: all instances.
    isl::union_set domain() const { return schedule_.domain(); }

    /// { S[i] -> [t] }: the order as one relation (Schedule Trees (2014), section 3).
    isl::union_map map() const { return schedule_.map(); }

    /// { : ... }: what the context nodes below the root say of the parameters.
    isl::set context() const;

    /// The same tree with each set node made a sequence, its children in the order in which they
    /// stand.
    Tree with_sets_ordered() const;

    /// isl's YAML, block style.
    std::string to_yaml() const;

    const isl::schedule &as_isl() const { return schedule_; }

private:
    isl::schedule schedule_;
};

} // namespace espalier::schedule
