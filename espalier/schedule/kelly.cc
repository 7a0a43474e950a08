#include "espalier/schedule/kelly.h"

#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/schedule/text.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace espalier::schedule {

namespace {

using Statement = KellySchedule::Statement;
using Syntactic = KellySchedule::Syntactic;
using Function = KellySchedule::Function;
using Part = KellySchedule::Part;

bool contains(const isl::union_set &instances, const isl::space &statement)
{
    return isl_union_set_contains(instances.get(), statement.get()) == isl_bool_true;
}

/// The sets of the statements, those with shorter names first, so that S2 stands before S10.
std::vector<isl::set> by_statement(const isl::union_set &instances)
{
    std::vector<isl::set> result;
    instances.foreach_set([&](const isl::set &set) {
        if (!set.is_empty())
            result.push_back(set);
    });
    auto key = [](const isl::set &set) {
        std::string name = statement_name(set.space());
        return std::tuple(name.size(), name, set.tuple_dim());
    };
    std::sort(result.begin(), result.end(),
              [&](const isl::set &a, const isl::set &b) { return key(a) < key(b); });
    return result;
}

/// { S[i] -> [b] }: the band on one statement.
Function function_on(const Band &band, const isl::space &statement)
{
    isl::pw_aff_list members(band.schedule.ctx(), static_cast<int>(band.size()));
    for (std::size_t k = 0; k < band.size(); ++k)
        members = members.add(band.member_on(k, statement));
    unsigned dimensions = static_cast<unsigned>(band.size());
    return isl::multi_pw_aff(statement.add_unnamed_tuple(dimensions), members);
}

/// What the nodes on the way from the root to a leaf contribute to the schedule of a statement.
std::vector<Part> parts_on(const Tree &tree, const std::vector<std::size_t> &path,
                           const isl::space &statement)
{
    std::vector<Part> result;
    const Node *node = &tree.node();
    for (std::size_t position : path) {
        if (node->is<Sequence>() || node->is<Set>())
            result.push_back(Syntactic{static_cast<long>(position)});
        if (node->is<Band>() && node->as<Band>().size() > 0)
            result.push_back(function_on(node->as<Band>(), statement));
        node = node->child(position).get();
    }
    return result;
}

/// For a statement that reaches `second`, and a leaf before it.
Error impossible_for_parted(const Tree &tree, const isl::space &statement,
                            const std::vector<ReachedLeaf> &leaves, const ReachedLeaf &second)
{
    auto first = std::find_if(leaves.begin(), leaves.end(), [&](const ReachedLeaf &leaf) {
        return contains(leaf.instances, statement);
    });
    Cursor fork =
        shared_ancestor(tree.root().descendant(first->path), tree.root().descendant(second.path));
    return impossible(fork, fmt::format("the instances of `{}` part here, and so have no schedule "
                                        "in common",
                                        statement_name(statement)));
}

} // namespace

KellySchedule to_kelly(const Tree &tree)
{
    KellySchedule result;
    isl::union_set seen = isl::union_set::empty(tree.ctx());
    std::vector<ReachedLeaf> leaves = reached_leaves(tree);
    for (const ReachedLeaf &leaf : leaves)
        for (const isl::set &instances : by_statement(leaf.instances)) {
            isl::space statement = instances.space();
            if (contains(seen, statement))
                throw impossible_for_parted(tree, statement, leaves, leaf);
            seen = isl::manage(isl_union_set_add_set(seen.release(), instances.copy()));
            result.statements.push_back({instances, parts_on(tree, leaf.path, statement)});
        }
    return result;
}

namespace {

/// Statements that share all parts up to some position.
using Group = std::vector<const Statement *>;

isl::union_set instances_of(const Group &group)
{
    isl::union_set result = isl::union_set::empty(group.front()->instances.ctx());
    for (const Statement *statement : group)
        result = isl::manage(isl_union_set_add_set(result.release(), statement->instances.copy()));
    return result;
}

/// filter { S[i]; T[i] } over child, for all of the group's statements.
NodePtr filter(const Group &group, NodePtr child)
{
    return node(Filter{instances_of(group).universe()}, std::move(child));
}

/// \name The part of a statement at a position.
/// @{
bool is_syntactic(const Statement *statement, std::size_t position)
{
    return std::holds_alternative<Syntactic>(statement->parts[position]);
}

long value(const Statement *statement, std::size_t position)
{
    return std::get<Syntactic>(statement->parts[position]).value;
}

const Function &function(const Statement *statement, std::size_t position)
{
    return std::get<Function>(statement->parts[position]);
}
/// @}

NodePtr subtree(const Group &group, std::size_t position);

NodePtr subtree_of_syntactic(const Group &group, std::size_t position)
{
    std::map<long, Group> groups;
    for (const Statement *statement : group)
        groups[value(statement, position)].push_back(statement);
    if (groups.size() == 1)
        return subtree(group, position + 1);
    std::vector<NodePtr> children;
    children.reserve(groups.size());
    for (const auto &[value, members] : groups)
        children.push_back(filter(members, subtree(members, position + 1)));
    return sequence(children);
}

/// { S[i] -> [b_k] } for all statements of the group.
isl::union_pw_aff dimension(const Group &group, std::size_t position, int k)
{
    isl_union_pw_aff *result =
        isl_union_pw_aff_from_pw_aff(function(group.front(), position).at(k).release());
    for (std::size_t member = 1; member < group.size(); ++member)
        result =
            isl_union_pw_aff_add_pw_aff(result, function(group[member], position).at(k).release());
    return isl::manage(result);
}

NodePtr subtree_of_functions(const Group &group, std::size_t position)
{
    unsigned size = function(group.front(), position).size();
    for (const Statement *statement : group)
        if (function(statement, position).size() != size)
            throw impossible_conversion(fmt::format(
                "after equal prefixes, `{}` goes on with a function of {} dimensions and `{}` with "
                "one of {}",
                statement_name(group.front()->instances.space()), size,
                statement_name(statement->instances.space()),
                function(statement, position).size()));
    NodePtr below = subtree(group, position + 1);
    if (size == 0)
        return below;
    isl::ctx ctx = group.front()->instances.ctx();
    isl::union_pw_aff_list dimensions(ctx, static_cast<int>(size));
    for (unsigned k = 0; k < size; ++k)
        dimensions = dimensions.add(dimension(group, position, static_cast<int>(k)));
    isl::space space = isl::space::unit(ctx).add_unnamed_tuple(size);
    return node(Band(isl::multi_union_pw_aff(space, dimensions)), below);
}

NodePtr subtree_of_parts(const Group &group, std::size_t position)
{
    bool are_syntactic = is_syntactic(group.front(), position);
    for (const Statement *statement : group)
        if (is_syntactic(statement, position) != are_syntactic)
            throw impossible_conversion(fmt::format(
                "after equal prefixes, one of `{}` and `{}` goes on with a syntactic dimension and "
                "the other with a function",
                statement_name(group.front()->instances.space()),
                statement_name(statement->instances.space())));
    return are_syntactic ? subtree_of_syntactic(group, position)
                         : subtree_of_functions(group, position);
}

/// \param position  of the first part that is still to become a node
NodePtr subtree(const Group &group, std::size_t position)
{
    Group ended, others;
    for (const Statement *statement : group)
        (statement->parts.size() == position ? ended : others).push_back(statement);
    if (others.empty())
        return leaf();
    NodePtr below = subtree_of_parts(others, position);
    return ended.empty() ? below : set({filter(ended, leaf()), filter(others, below)});
}

void check_statements(const KellySchedule &schedule)
{
    if (schedule.statements.empty())
        throw impossible_conversion("there is no statement to schedule");
    isl::union_set seen = isl::union_set::empty(schedule.statements.front().instances.ctx());
    for (const Statement &statement : schedule.statements) {
        if (contains(seen, statement.instances.space()))
            throw impossible_conversion(
                fmt::format("`{}` has two schedules", statement_name(statement.instances.space())));
        seen = isl::manage(isl_union_set_add_set(seen.release(), statement.instances.copy()));
    }
}

} // namespace

Tree from_kelly(const KellySchedule &schedule)
{
    check_statements(schedule);
    Group all;
    for (const Statement &statement : schedule.statements)
        all.push_back(&statement);
    return Tree(node(Domain{instances_of(all)}, subtree(all, 0)));
}

namespace {

/// { S[i] -> [t] }: all parts in one function.
Function concatenation(const Statement &statement)
{
    isl::space space = statement.instances.space();
    Function result = isl::multi_pw_aff::zero(space.add_unnamed_tuple(0));
    for (const Part &part : statement.parts) {
        Function next = isl::multi_pw_aff::zero(space.add_unnamed_tuple(1));
        if (const auto *syntactic = std::get_if<Syntactic>(&part))
            next = next.add_constant(syntactic->value);
        else
            next = std::get<Function>(part);
        result = result.flat_range_product(next);
    }
    return result;
}

/// "[i] -> (0, i) : i > 3" -> "[i] -> [0, i] : i > 3"
std::string in_brackets(std::string piece)
{
    std::size_t begin = piece.find("-> (") + 3;
    std::size_t end = std::min(piece.find(") : ", begin), piece.size() - 1);
    piece[begin] = '[';
    piece[end] = ']';
    return piece;
}

/// "{ [i] -> [0, i] }"
std::string function_text(const Statement &statement)
{
    isl_multi_pw_aff *function = concatenation(statement).gist(statement.instances).release();
    isl::multi_pw_aff nameless = isl::manage(isl_multi_pw_aff_reset_tuple_id(function, isl_dim_in));
    std::vector<std::string> pieces;
    for (const std::string &piece : describe_payload(*node(Band(nameless))))
        pieces.push_back(in_brackets(piece));
    return fmt::format("{{ {} }}", fmt::join(pieces, "; "));
}

} // namespace

std::string to_string(const KellySchedule &schedule)
{
    std::string result;
    for (const Statement &statement : schedule.statements)
        result += fmt::format("{}: {}\n", statement_name(statement.instances.space()),
                              function_text(statement));
    return result;
}

} // namespace espalier::schedule
