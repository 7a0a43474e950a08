#include "espalier/transform/demotion.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/loops.h"
#include "espalier/transform/arrays.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;

/// Statements that hand on the values of a scalar among each other, by their positions.
using Group = std::vector<std::size_t>;

class Demotion {
public:
    Demotion(const program::Program &program, const dependence::Dependences &dependences)
        : program_(program), dependences_(dependences), paths_(program::loops_around(program))
    {
    }

    std::optional<program::Program> run()
    {
        bool is_changed = false;
        for (std::size_t scalar = 0; scalar < program_.arrays.size(); ++scalar)
            if (program_.arrays[scalar].extents.empty())
                for (const Group &group : groups(scalar))
                    is_changed |= demote(scalar, group);
        return is_changed ? std::optional(program_) : std::nullopt;
    }

private:
    /// The tags of a statement's references to a scalar: { [S[i] -> R[]] }.
    isl::union_set tags(const Group &group, std::size_t scalar) const
    {
        isl::union_set result = isl::union_set::empty(program_.context.ctx());
        for (std::size_t statement : group)
            for (const Access &access : program_.statements[statement].accesses)
                if (uses(access, scalar))
                    presburger::add_to(result,
                                       program::tagged_relation(access).domain().to_union_set());
        return result;
    }

    /// The statements that values flow between, directly or by others.
    std::vector<Group> groups(std::size_t scalar) const
    {
        std::vector<Group> result;
        for (std::size_t k = 0; k < program_.statements.size(); ++k) {
            if (!accesses(program_.statements[k], scalar))
                continue;
            Group joined = {k};
            std::erase_if(result, [&](const Group &group) {
                if (!has_flow(scalar, group, {k}))
                    return false;
                joined.insert(joined.end(), group.begin(), group.end());
                return true;
            });
            result.push_back(joined);
        }
        return result;
    }

    bool has_flow(std::size_t scalar, const Group &one, const Group &other) const
    {
        isl::union_set first = tags(one, scalar), second = tags(other, scalar);
        const isl::union_map &flow = dependences_.flow;
        return !flow.intersect_domain(first).intersect_range(second).is_empty() ||
               !flow.intersect_domain(second).intersect_range(first).is_empty();
    }

    static bool accesses(const program::Statement &statement, std::size_t array)
    {
        return std::ranges::any_of(statement.accesses,
                                   [&](const Access &access) { return uses(access, array); });
    }

    /// The element that a scalar starts from in a group, and the statement that copies it.
    struct Start {
        std::size_t statement;
        Access element;
        std::size_t loops; ///< around it, which all statements of the group share
    };

    /// The first and the last statement of a group in an iteration of the loops that all share;
    /// statements stand in the order of the source.
    static std::size_t first_of(const Group &group) { return *std::ranges::min_element(group); }
    static std::size_t last_of(const Group &group) { return *std::ranges::max_element(group); }

    bool demote(std::size_t scalar, const Group &group)
    {
        std::optional<Start> start = start_of(scalar, group);
        if (!start || leaves_region(scalar, group) || !ends_there(group, *start) ||
            !is_alone(group, *start))
            return false;
        for (std::size_t number : group) {
            program::Statement &statement = program_.statements[number];
            for (Access &access : statement.accesses)
                if (uses(access, scalar))
                    set_element(program_, access, start->element.array,
                                element_at(statement, *start));
        }
        drop(program_.statements[start->statement]);
        return true;
    }

    std::optional<Start> start_of(std::size_t scalar, const Group &group) const
    {
        std::optional<Start> result;
        for (std::size_t number : group) {
            const program::Statement &statement = program_.statements[number];
            const auto *copy = std::get_if<program::Assignment>(&statement.body->node);
            const auto *from =
                copy ? std::get_if<program::AccessValue>(&copy->value->node) : nullptr;
            const auto *to =
                copy ? std::get_if<program::AccessValue>(&copy->target->node) : nullptr;
            if (!from || !to || copy->op != "=" || statement.accesses[to->access].array != scalar)
                continue;
            const Access &element = statement.accesses[from->access];
            bool fits = !result && element.array != scalar &&
                        program_.arrays[element.array].element_type ==
                            program_.arrays[scalar].element_type &&
                        element.subscripts.size() == program_.arrays[element.array].extents.size();
            if (!fits)
                return std::nullopt;
            result = Start{number, element, paths_[number].size()};
        }
        bool is_shared = result && result->statement == first_of(group) &&
                         std::ranges::all_of(group, [&](std::size_t number) {
                             return program::shared_loops(
                                        paths_[number], paths_[result->statement]) >= result->loops;
                         });
        return is_shared ? result : std::nullopt;
    }

    /// Whether values come into the region by the scalar, or stay behind it.
    bool leaves_region(std::size_t scalar, const Group &group) const
    {
        isl::union_set here = tags(group, scalar);
        return !dependences_.live_in.intersect_domain(here).is_empty() ||
               !dependences_.live_out.intersect_domain(here).is_empty();
    }

    /// { S[i] -> [a] }: the subscripts of the element for a statement that shares the loops.
    std::vector<isl::pw_aff> element_at(const program::Statement &statement,
                                        const Start &start) const
    {
        const program::Statement &first = program_.statements[start.statement];
        isl::multi_aff all = statement.domain.space().identity_multi_aff_on_domain();
        isl::aff_list outer(all.ctx(), 0);
        for (std::size_t k = 0; k < start.loops; ++k)
            outer = outer.add(all.at(int(k)));
        isl::space space = statement.domain.space().add_unnamed_tuple(unsigned(start.loops));
        isl::multi_aff place = isl::multi_aff(space, outer).set_range_tuple(first.id());
        std::vector<isl::pw_aff> result;
        for (const isl::pw_aff &subscript : start.element.subscripts)
            result.push_back(subscript.pullback(place).gist(statement.domain));
        return result;
    }

    /// { S[i] -> A[a] }: the same as a relation.
    isl::map element_relation(const program::Statement &statement, const Start &start) const
    {
        return program::access_relation(statement.domain, element_at(statement, start),
                                        program_.arrays[start.element.array]);
    }

    /// Whether the last statement of the group copies the scalar to the element, wherever the group
    /// has used it, and the first one has filled it there.
    bool ends_there(const Group &group, const Start &start) const
    {
        const program::Statement &last = program_.statements[last_of(group)];
        isl::set filled = iterations(program_.statements[start.statement], start);
        isl::set copied = iterations(last, start);
        return paths_[last_of(group)].size() == start.loops &&
               std::ranges::any_of(
                   last.accesses,
                   [&](const Access &access) { return is_end(last, access, start); }) &&
               std::ranges::all_of(group, [&](std::size_t number) {
                   isl::set used = iterations(program_.statements[number], start);
                   return used.is_subset(filled) && used.is_subset(copied);
               });
    }

    /// { [i] }: the iterations of the shared loops in which a statement is executed.
    isl::set iterations(const program::Statement &statement, const Start &start) const
    {
        isl_set *points = isl_set_reset_tuple_id(statement.domain.copy());
        return presburger::first_dimensions(isl::manage(points), unsigned(start.loops))
            .intersect_params(program_.context);
    }

    bool is_end(const program::Statement &statement, const Access &access, const Start &start) const
    {
        return access.kind == AccessKind::write && access.array == start.element.array &&
               access.relation.is_equal(element_relation(statement, start));
    }

    /// Whether nothing but the first and the last statement of a group accesses the element in the
    /// iteration of the loops that is about it.
    bool is_alone(const Group &group, const Start &start) const
    {
        for (std::size_t number = 0; number < program_.statements.size(); ++number) {
            const program::Statement &statement = program_.statements[number];
            if (program::shared_loops(paths_[number], paths_[start.statement]) < start.loops)
                continue;
            for (const Access &access : statement.accesses) {
                bool is_known = number == start.statement ||
                                (number == last_of(group) && is_end(statement, access, start));
                if (!is_known && uses(access, start.element.array) &&
                    !access.relation.intersect(element_relation(statement, start)).is_empty())
                    return false;
            }
        }
        return true;
    }

    program::Program program_;
    const dependence::Dependences &dependences_;
    std::vector<program::LoopPath> paths_; ///< of the program as it was
};

} // namespace

std::optional<program::Program> with_scalars_demoted(const program::Program &program,
                                                     const dependence::Dependences &dependences)
{
    return Demotion(program, dependences).run();
}

} // namespace espalier::transform
