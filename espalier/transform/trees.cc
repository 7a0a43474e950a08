#include "espalier/transform/trees.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/transform/full_strips.h"

#include <isl/map.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace espalier::transform {

namespace {

using schedule::NodePtr;

/// Statements that share the rows and the entries of their beta vectors up to some place.
using Group = std::vector<const Statement *>;

std::string program_name(const Statement &statement)
{
    return schedule::statement_name(statement.instances.space());
}

/// Makes nodes from the root down; `row` is always that of the next loop.
class TreeMaker {
public:
    explicit TreeMaker(const MatrixView &view)
    {
        for (const Statement &statement : view.statements)
            if (!statement.instances.is_empty()) {
                all_.push_back(&statement);
                ++parts_[program_name(statement)];
            }
        std::ranges::sort(all_, {}, [](const Statement *one) { return one->beta; });
    }

    schedule::Tree make(isl::ctx ctx)
    {
        isl::union_set domain = isl::union_set::empty(ctx);
        for (const Statement *statement : all_)
            presburger::add_to(domain, statement->instances.to_union_set());
        if (all_.empty())
            return schedule::Tree::from_domain(domain);
        return schedule::Tree(schedule::node(schedule::Domain{domain}, subtree(all_, 0)));
    }

private:
    /// The children that the entries of the beta vectors before a row make.
    NodePtr subtree(const Group &group, std::size_t row)
    {
        std::map<long, Group> children;
        for (const Statement *statement : group)
            children[statement->beta[row]].push_back(statement);
        if (children.size() == 1)
            return loops(group, row);
        std::vector<NodePtr> filters;
        for (const auto &[entry, members] : children)
            filters.push_back(
                schedule::node(schedule::Filter{instances(members)}, loops(members, row)));
        return schedule::sequence(filters);
    }

    /// The band of a row and those directly inside it.
    NodePtr loops(const Group &group, std::size_t row)
    {
        if (row == group.front()->depth())
            return schedule::leaf();
        std::size_t end = row + 1;
        if (is_sequential(group, row))
            while (!separates_strips(group, end - 1) && !isolated(group, end - 1) &&
                   continues(group, end))
                ++end;
        std::optional<isl::set> outer_strips = strips_;
        schedule::Band here = band(group, row, end);
        NodePtr result = schedule::node(here, subtree(group, end));
        strips_ = outer_strips;
        return result;
    }

    /// Whether a row belongs to the band of the one before it.
    static bool continues(const Group &group, std::size_t row)
    {
        return row < group.front()->depth() &&
               group.front()->beta[row] == group.back()->beta[row] && is_sequential(group, row);
    }

    static bool is_sequential(const Group &group, std::size_t row)
    {
        return kind_of(agreed(group, row, &Row::role)) == LoopKind::sequential;
    }

    /// What the statements agree on, or the default.
    template <class Value>
    static Value agreed(const Group &group, std::size_t row, Value Row::*attribute)
    {
        const Value &value = group.front()->rows[row].*attribute;
        bool agree = std::ranges::all_of(group, [&](const Statement *statement) {
            return is_same(statement->rows[row].*attribute, value);
        });
        return agree ? value : Value{};
    }

    static bool is_same(const std::string &one, const std::string &other) { return one == other; }

    static bool is_same(schedule::LoopOption one, schedule::LoopOption other)
    {
        return one == other;
    }

    static bool is_same(const schedule::LoopRolePtr &one, const schedule::LoopRolePtr &other)
    {
        return is_equal(one, other);
    }

    static bool is_same(const std::optional<IsolatedPart> &one,
                        const std::optional<IsolatedPart> &other)
    {
        if (!one || !other)
            return one.has_value() == other.has_value();
        return one->options == other->options &&
               isl_map_plain_is_equal(one->times.get(), other->times.get()) == isl_bool_true;
    }

    static std::optional<IsolatedPart> isolated(const Group &group, std::size_t row)
    {
        return agreed(group, row, &Row::isolated);
    }

    schedule::Band band(const Group &group, std::size_t row, std::size_t end)
    {
        isl::ctx ctx = group.front()->instances.ctx();
        isl::union_pw_aff_list members(ctx, 0);
        for (std::size_t k = row; k < end; ++k)
            members = members.add(member(group, k));
        isl::space space = isl::space::unit(ctx).add_unnamed_tuple(unsigned(end - row));
        schedule::Band result(isl::multi_union_pw_aff(space, members));
        for (std::size_t k = row; k < end; ++k) {
            result.members[k - row].option = agreed(group, k, &Row::option);
            result.members[k - row].role = agreed(group, k, &Row::role);
            result.members[k - row].name = agreed(group, k, &Row::name);
        }
        if (!isolate_as_before(result, group, row, end))
            isolate(result, group, row, end);
        return result;
    }

    /// The part that was isolated in the tree of the rows, if the band is still the same one.
    static bool isolate_as_before(schedule::Band &band, const Group &group, std::size_t row,
                                  std::size_t end)
    {
        const std::optional<IsolatedPart> part = isolated(group, end - 1);
        if (!part || part->options.size() != end - row ||
            std::size_t(isl_map_dim(part->times.get(), isl_dim_in)) != row)
            return false;
        band.isolation = part->times;
        for (std::size_t k = 0; k < part->options.size(); ++k)
            band.members[k].isolated_option = part->options[k];
        return true;
    }

    /// Whether a row goes through strips of which full ones get code of their own.
    static bool is_divided(const Group &group, std::size_t row)
    {
        const std::vector<Row> &rows = group.front()->rows;
        return std::ranges::any_of(rows, [&](const Row &around) {
            return around.separated && around.separated->loop == rows[row].name;
        });
    }

    /// Has full strips get code of their own, and moves the unrolling of loops through these there.
    /// Other loops inside are unrolled here and there.
    void isolate(schedule::Band &band, const Group &group, std::size_t row, std::size_t end)
    {
        bool unrolls = false;
        for (std::size_t k = row; k < end; ++k) {
            schedule::Member &member = band.members[k - row];
            if (!strips_ || member.option != schedule::LoopOption::unroll)
                continue;
            member.isolated_option = member.option;
            if (is_divided(group, k))
                member.option = schedule::LoopOption::none;
            unrolls = true;
        }
        std::optional<isl::set> here = full_strips(group, end - 1);
        if (here)
            strips_ = strips_ ? here->intersect(extended(*strips_, end)) : here;
        if (here || unrolls)
            band.isolation = isolation(extended(*strips_, end), row);
    }

    /// { [t0, ..., tn] } with more dimensions, of any value.
    static isl::set extended(const isl::set &times, std::size_t dimensions)
    {
        return presburger::lifted(times, unsigned(dimensions) - presburger::dimensions(times));
    }

    /// { [t0, ..., tm] -> [t_row, ..., tm] }
    static isl::map isolation(const isl::set &times, std::size_t row)
    {
        isl_map *result = isl_map_from_range(times.copy());
        return isl::manage(isl_map_move_dims(result, isl_dim_in, 0, isl_dim_out, 0, unsigned(row)));
    }

    static bool separates_strips(const Group &group, std::size_t row)
    {
        return std::ranges::any_of(group, [&](const Statement *statement) {
            return statement->rows[row].separated.has_value();
        });
    }

    isl::union_pw_aff member(const Group &group, std::size_t row) const
    {
        isl::union_pw_aff result = presburger::empty_union_pw_aff(group.front()->instances.ctx());
        std::map<std::string, std::vector<const Statement *>> by_name;
        for (const Statement *statement : group)
            by_name[program_name(*statement)].push_back(statement);
        for (const auto &[name, parts] : by_name)
            for (const isl::pw_aff &time : times(parts, row))
                presburger::add_to(result, time);
        return result;
    }

    /// What the parts of one statement have in a row: one function where all have the same.
    static std::vector<isl::pw_aff> times(const Group &parts, std::size_t row)
    {
        std::vector<isl::pw_aff> result;
        for (const Statement *statement : parts)
            result.push_back(statement->time(row));
        bool are_equal = std::ranges::all_of(
            result, [&](const isl::pw_aff &time) { return time.plain_is_equal(result.front()); });
        if (are_equal)
            return {result.front()};
        for (std::size_t k = 0; k < parts.size(); ++k)
            result[k] = result[k].intersect_domain(parts[k]->instances);
        return result;
    }

    isl::union_set instances(const Group &group) const
    {
        isl::union_set result = isl::union_set::empty(group.front()->instances.ctx());
        for (const Statement *statement : group) {
            bool is_whole = parts_.at(program_name(*statement)) == 1;
            isl::union_set part = statement->instances.to_union_set();
            presburger::add_to(result, is_whole ? part.universe() : part);
        }
        return result;
    }

    Group all_;
    std::map<std::string, int> parts_; ///< how many each statement of the program has
    std::optional<isl::set> strips_;   ///< { [t] }: outer dimensions at which all strips are full
};

} // namespace

schedule::Tree schedule_tree(const MatrixView &view)
{
    return TreeMaker(view).make(view.program.context.ctx());
}

Plan plan_of(MatrixView view, std::string steps)
{
    schedule::Tree tree = schedule_tree(view);
    return {std::move(view.program), std::move(tree), std::move(steps)};
}

MatrixView with_roles_of(MatrixView view, const schedule::Tree &tree)
{
    const std::vector<schedule::ReachedLeaf> leaves = schedule::reached_leaves(tree);
    for (Statement &statement : view.statements) {
        const isl::union_set instances = statement.instances.to_union_set();
        auto leaf = std::ranges::find_if(leaves, [&](const schedule::ReachedLeaf &one) {
            return !instances.is_disjoint(one.instances);
        });
        if (leaf == leaves.end())
            continue;
        auto row = statement.rows.begin();
        schedule::Cursor node = tree.root();
        for (std::size_t position : leaf->path) {
            if (node.is<schedule::Band>())
                for (const schedule::Member &member : node.as<schedule::Band>().members)
                    (row++)->role = member.role;
            node = node.child(position);
        }
    }
    return view;
}

} // namespace espalier::transform
