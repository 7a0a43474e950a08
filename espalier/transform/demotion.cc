#include "espalier/transform/demotion.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/assignments.h"
#include "espalier/program/loops.h"
#include "espalier/schedule/original.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/scalar_copies.h"

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

/// The first and the last statement of a group in an iteration of the loops that all share;
/// statements stand in the order of the source.
std::size_t first_of(const Group &group) { return *std::ranges::min_element(group); }

std::size_t last_of(const Group &group) { return *std::ranges::max_element(group); }

bool accesses(const program::Statement &statement, std::size_t array)
{
    return std::ranges::any_of(statement.accesses,
                               [&](const Access &access) { return uses(access, array); });
}

/// to = from;
struct Copy {
    const Access &from, &to;
};

std::optional<Copy> copy_of(const program::Statement &statement)
{
    const auto copy = program::copy_assignment_of(statement);
    return copy ? std::optional(Copy{statement.accesses[copy->from], statement.accesses[copy->to]})
                : std::nullopt;
}

/// { [S[i] -> R[]] }: the tags of a group's references to a scalar.
isl::union_set tags(const program::Program &program, std::size_t scalar, const Group &group)
{
    isl::union_set result = isl::union_set::empty(program.context.ctx());
    for (std::size_t statement : group)
        for (const Access &access : program.statements[statement].accesses)
            if (uses(access, scalar))
                presburger::add_to(result,
                                   program::tagged_relation(access).domain().to_union_set());
    return result;
}

/// Whether values of a scalar flow between two groups.
/// \param flow  as in groups()
bool has_flow(const program::Program &program, const isl::union_map &flow, std::size_t scalar,
              const Group &one, const Group &other)
{
    isl::union_set first = tags(program, scalar, one), second = tags(program, scalar, other);
    return !flow.intersect_domain(first).intersect_range(second).is_empty() ||
           !flow.intersect_domain(second).intersect_range(first).is_empty();
}

/// The groups of a scalar, which share no statement: values flow within each of them, directly or
/// by others, and between no two.
/// \param flow  { [S[i] -> R[]] -> [T[j] -> Q[]] }: from writes to the reads that see them
std::vector<Group> groups(const program::Program &program, const isl::union_map &flow,
                          std::size_t scalar)
{
    std::vector<Group> result;
    for (std::size_t k = 0; k < program.statements.size(); ++k) {
        if (!accesses(program.statements[k], scalar))
            continue;
        Group joined = {k};
        std::erase_if(result, [&](const Group &group) {
            if (!has_flow(program, flow, scalar, group, {k}))
                return false;
            joined.insert(joined.end(), group.begin(), group.end());
            return true;
        });
        result.push_back(joined);
    }
    return result;
}

/// How the values of a group begin, and the element that they are to be in.
struct Start {
    std::size_t statement; ///< gives the scalar its first value
    Access element;
    std::size_t place; ///< the statement that accesses the element so
    std::size_t loops; ///< around both, which all statements of the group share
};

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
                for (const Group &group : groups(program_, dependences_.flow, scalar))
                    is_changed |= demote(scalar, group);
        return is_changed ? std::optional(program_) : std::nullopt;
    }

private:
    bool demote(std::size_t scalar, const Group &group)
    {
        for (const std::optional<Start> &start :
             {start_from_element(scalar, group), start_of_result(scalar, group)})
            if (start && !leaves_region(scalar, group) && ends_there(group, *start) &&
                is_alone(group, *start)) {
                replace(scalar, group, *start);
                return true;
            }
        return false;
    }

    void replace(std::size_t scalar, const Group &group, const Start &start)
    {
        for (std::size_t number : group) {
            program::Statement &statement = program_.statements[number];
            for (Access &access : statement.accesses)
                if (uses(access, scalar))
                    set_element(program_, access, start.element.array,
                                element_at(statement, start));
            if (auto copy = copy_of(statement); copy && copy->from.array == copy->to.array &&
                                                copy->from.relation.is_equal(copy->to.relation))
                drop(statement);
        }
    }

    /// Whether an access is to a whole element of an array that can hold the scalar's values.
    bool can_stand_for(const Access &element, std::size_t scalar) const
    {
        const program::Array &array = program_.arrays[element.array];
        return element.array != scalar &&
               array.element_type == program_.arrays[scalar].element_type &&
               element.subscripts.size() == array.extents.size() && !element.subscripts.empty();
    }

    /// t = A[i][j];
    std::optional<Start> start_from_element(std::size_t scalar, const Group &group) const
    {
        std::optional<Start> result;
        for (std::size_t number : group) {
            std::optional<Copy> copy = copy_of(program_.statements[number]);
            if (!copy || copy->to.array != scalar)
                continue;
            if (result || !can_stand_for(copy->from, scalar))
                return std::nullopt;
            result = Start{number, copy->from, number, paths_[number].size()};
        }
        return result && begins(group, *result) ? result : std::nullopt;
    }

    /// t = 0; where the group ends in A[i][j] = t; An element of a vector is no better place for a
    /// sum than a register, since a sum over one loop need not move.
    std::optional<Start> start_of_result(std::size_t scalar, const Group &group) const
    {
        const std::size_t first = first_of(group), last = last_of(group);
        const program::Statement &statement = program_.statements[first];
        const auto *assignment = std::get_if<program::Assignment>(&statement.body->node);
        auto is_read = [&](const Access &access) {
            return uses(access, scalar) && access.kind == AccessKind::read;
        };
        if (!assignment || assignment->op != "=" ||
            std::ranges::any_of(statement.accesses, is_read))
            return std::nullopt;
        for (const Access &access : program_.statements[last].accesses)
            if (access.kind == AccessKind::write && access.subscripts.size() > 1 &&
                can_stand_for(access, scalar)) {
                Start start{first, access, last, paths_[first].size()};
                return begins(group, start) ? std::optional(start) : std::nullopt;
            }
        return std::nullopt;
    }

    /// Whether a start is the first statement of a group, and all others share its loops.
    bool begins(const Group &group, const Start &start) const
    {
        return start.statement == first_of(group) &&
               std::ranges::all_of(group, [&](std::size_t number) {
                   return program::shared_loops(paths_[number], paths_[start.statement]) >=
                          start.loops;
               });
    }

    /// Whether values come into the region by the scalar, or stay behind it.
    bool leaves_region(std::size_t scalar, const Group &group) const
    {
        isl::union_set here = tags(program_, scalar, group);
        return !dependences_.live_in.intersect_domain(here).is_empty() ||
               !dependences_.live_out.intersect_domain(here).is_empty();
    }

    /// { S[i] -> [a] }: the subscripts of the element for a statement that shares the loops.
    std::vector<isl::pw_aff> element_at(const program::Statement &statement,
                                        const Start &start) const
    {
        const isl::id place = program_.statements[start.place].id();
        isl::multi_aff all = statement.domain.space().identity_multi_aff_on_domain();
        isl::aff_list outer(all.ctx(), 0);
        for (std::size_t k = 0; k < start.loops; ++k)
            outer = outer.add(all.at(int(k)));
        isl::space space = statement.domain.space().add_unnamed_tuple(unsigned(start.loops));
        isl::multi_aff outermost = isl::multi_aff(space, outer).set_range_tuple(place);
        std::vector<isl::pw_aff> result;
        for (const isl::pw_aff &subscript : start.element.subscripts)
            result.push_back(subscript.pullback(outermost).gist(statement.domain));
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
                   const isl::set used = iterations(program_.statements[number], start);
                   return used.is_subset(filled) &&
                          (used.is_subset(copied) || is_unread(start, used.subtract(copied)));
               });
    }

    /// Whether what an element holds when a group starts with it is read there alone, in some
    /// iterations of the shared loops, and then overwritten: others may be in it meanwhile.
    /// \param where  { [i] }
    bool is_unread(const Start &start, const isl::set &where) const
    {
        const bool may_stay =
            std::ranges::any_of(program_.statements, [&](const program::Statement &statement) {
                return std::ranges::any_of(statement.accesses, [&](const Access &access) {
                    return access.array == start.element.array &&
                           access.kind == AccessKind::may_write;
                });
            });
        if (start.element.kind != AccessKind::read || may_stay)
            return false;
        const isl::id statement = program_.statements[start.statement].id();
        Access here = start.element;
        here.relation = here.relation.intersect_domain(
            isl::manage(isl_set_set_tuple_id(where.copy(), statement.copy())));
        const isl::union_set reads = program::tagged_relation(here).domain().to_union_set();
        const isl::union_set sources = dependences_.flow.intersect_range(reads).domain();
        const isl::union_set initial = dependences_.live_in.intersect_domain(reads).range();
        return reads.is_subset(dependences_.anti.intersect_domain(reads).domain()) &&
               dependences_.flow.intersect_domain(sources).range().is_subset(reads) &&
               dependences_.live_in.intersect_range(initial).domain().is_subset(reads);
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
                bool is_known = (number == start.statement && access.kind == AccessKind::read) ||
                                (number == last_of(group) && is_end(statement, access, start));
                if (!is_known && uses(access, start.element.array) &&
                    !access.relation.intersect(element_relation(statement, start)).is_empty())
                    return false;
            }
        }
        return true;
    }

    program::Program program_;
    const dependence::Dependences dependences_;
    std::vector<program::LoopPath> paths_; ///< of the program as it was
};

} // namespace

std::optional<program::Program> with_scalars_demoted(const program::Program &program,
                                                     const dependence::Dependences &dependences)
{
    if (const std::optional<program::Program> merged = with_scalar_copies_merged(program))
        return Demotion(*merged, dependence::analyze(*merged, schedule::original_schedule(*merged)))
            .run();
    return Demotion(program, dependences).run();
}

} // namespace espalier::transform
