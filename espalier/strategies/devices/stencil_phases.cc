#include "espalier/strategies/devices/stencil_phases.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/devices/tile_accesses.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>

namespace espalier::strategies {

namespace {

using program::Access;
using program::AccessKind;
using schedule::Band;
using schedule::Cursor;

/// A coordinate of points, and what is added to it.
struct Subscript {
    std::size_t member;
    long shift;
};

std::optional<long> integer(const isl::val &value)
{
    if (!value.is_int() || isl_val_cmp_si(value.get(), 1L << 30) > 0 ||
        isl_val_cmp_si(value.get(), -(1L << 30)) < 0)
        return std::nullopt;
    return value.num_si();
}

/// What a function { [t, p] -> [v] } is, if it is p_k + c.
std::optional<Subscript> subscript_of(const isl::pw_aff &function, std::size_t members)
{
    if (isl_pw_aff_n_piece(function.get()) != 1)
        return std::nullopt;
    isl::aff value;
    function.foreach_piece(
        [&](const isl::set &, const isl::multi_aff &piece) { value = piece.at(0); });
    if (isl_aff_dim(value.get(), isl_dim_div) > 0 ||
        isl_aff_involves_dims(value.get(), isl_dim_param, 0,
                              unsigned(isl_aff_dim(value.get(), isl_dim_param))) != isl_bool_false)
        return std::nullopt;
    std::optional<Subscript> result;
    for (std::size_t k = 0; k <= members; ++k) {
        const isl::val factor =
            isl::manage(isl_aff_get_coefficient_val(value.get(), isl_dim_in, int(k)));
        if (factor.is_zero())
            continue;
        if (k == 0 || result || !factor.is_one())
            return std::nullopt;
        result = Subscript{k - 1, 0};
    }
    const auto shift = integer(isl::manage(isl_aff_get_constant_val(value.get())));
    if (!result || !shift)
        return std::nullopt;
    result->shift = *shift;
    return result;
}

class Matcher {
public:
    /// \param order  of the members of bands of points; empty: as they are
    Matcher(const program::Program &program, const Cursor &band, std::vector<std::size_t> order)
        : program_(program), band_(band), order_(std::move(order))
    {
    }

    std::optional<StencilLoop> run()
    {
        if (!band_.is<Band>() || band_.as<Band>().size() != 1 ||
            schedule::prefix_functions(band_).size() != 0 ||
            !band_.child(0).is<schedule::Sequence>())
            return std::nullopt;
        for (std::size_t k = 0; k < band_.child(0).child_count(); ++k)
            if (!add_phase(band_.child(0).child(k).child(0)))
                return std::nullopt;
        return find_states() ? std::optional(std::move(result_)) : std::nullopt;
    }

private:
    bool add_phase(Cursor node)
    {
        while (node.is<schedule::Mark>())
            node = node.child(0);
        if (!node.is<Band>() || !has_statements_alone(node))
            return false;
        const Band &points = node.as<Band>();
        if (result_.phases.empty())
            result_.members = points.size();
        if (points.size() != result_.members ||
            !std::ranges::all_of(points.members, &schedule::Member::is_coincident))
            return false;
        StencilPhase phase;
        for (const std::size_t statement : in_order(node))
            if (!add_statement(phase, node, statement))
                return false;
        result_.phases.push_back(std::move(phase));
        return true;
    }

    /// Positions of the statements of a phase, in their order at a point.
    std::vector<std::size_t> in_order(const Cursor &points) const
    {
        std::vector<std::size_t> result;
        const Cursor below = points.child(0);
        auto add = [&](const isl::union_set &instances) {
            for (std::size_t k = 0; k < program_.statements.size(); ++k)
                if (const program::Statement &statement = program_.statements[k];
                    !statement.is_kill() &&
                    !isl::union_set(statement.domain).intersect(instances).is_empty())
                    result.push_back(k);
        };
        if (below.is<schedule::Leaf>())
            add(schedule::reaching_instances(points));
        for (std::size_t k = 0; k < below.child_count(); ++k)
            add(schedule::reaching_instances(below.child(k).child(0)));
        return result;
    }

    bool add_statement(StencilPhase &phase, const Cursor &points, std::size_t position)
    {
        const program::Statement &statement = program_.statements[position];
        if (!isl::union_set(statement.domain).is_subset(schedule::reaching_instances(points)))
            return false;
        const isl::space space = statement.domain.space();
        auto of = [&](const isl::multi_union_pw_aff &functions) {
            return isl::manage(isl_map_from_multi_pw_aff(functions_on(functions, space).release()));
        };
        isl::map places = of(schedule::prefix_functions(points));
        for (std::size_t k = 0; k < result_.members; ++k)
            places = presburger::flat_range_product(
                places, of(points.as<Band>().member(order_.empty() ? k : order_[k])));
        places = places.intersect_domain(statement.domain);
        if (!places.is_injective())
            return false;
        StencilStatement result{position,
                                presburger::coalesced(places.range()),
                                places.reverse().as_pw_multi_aff(),
                                {}};
        if (isl_pw_multi_aff_n_piece(result.instance.get()) != 1 || !is_steady(result.points))
            return false;
        phase.statements.push_back(std::move(result));
        return true;
    }

    /// Whether points { [t, p] } are the same at all times, which are those of all others.
    bool is_steady(const isl::set &points)
    {
        const unsigned members = unsigned(result_.members);
        const isl::set times =
                           isl::manage(isl_set_project_out(points.copy(), isl_dim_set, 1, members)),
                       places = isl::manage(isl_set_project_out(points.copy(), isl_dim_set, 0, 1));
        const isl::set all = isl::manage(isl_set_flat_product(times.copy(), places.copy()));
        const isl::set natural(points.ctx(), "{ [t] : t >= 0 }");
        if (!points.is_equal(all) || !times.is_subset(natural))
            return false;
        if (!has_times_)
            result_.times = times;
        has_times_ = true;
        // Where there are no points, there are no times either.
        const bool are_same = times.intersect_params(result_.times.params())
                                  .is_equal(result_.times.intersect_params(times.params()));
        result_.times = presburger::coalesced(result_.times.unite(times));
        return are_same;
    }

    /// The arrays that are written, and where accesses are.
    bool find_states()
    {
        for (const StencilPhase &phase : result_.phases)
            for (const StencilStatement &one : phase.statements)
                for (const Access &access : program_.statements[one.statement].accesses)
                    if (access.kind == AccessKind::write && !state_of(access.array) &&
                        !add_state(one, access))
                        return false;
        for (StencilPhase &phase : result_.phases)
            for (StencilStatement &one : phase.statements)
                if (!add_uses(one))
                    return false;
        return !result_.states.empty();
    }

    std::optional<std::size_t> state_of(std::size_t array) const
    {
        for (std::size_t k = 0; k < result_.states.size(); ++k)
            if (result_.states[k].array == array)
                return k;
        return std::nullopt;
    }

    std::optional<std::vector<Subscript>> subscripts(const StencilStatement &one,
                                                     const Access &access) const
    {
        std::vector<Subscript> result;
        for (const isl::pw_aff &subscript : access.subscripts) {
            const auto found = subscript_of(subscript.pullback(one.instance), result_.members);
            if (!found)
                return std::nullopt;
            result.push_back(*found);
        }
        return result.size() == result_.members ? std::optional(result) : std::nullopt;
    }

    bool add_state(const StencilStatement &one, const Access &access)
    {
        const program::Array &array = program_.arrays[access.array];
        const auto found = subscripts(one, access);
        if (!found || array.extents.size() != result_.members ||
            array.element_type.find_first_of("([") != std::string::npos)
            return false;
        const isl::set none = isl::set::empty(access.relation.range().space());
        StencilState state{access.array, {}, {}, none, none, none};
        std::set<std::size_t> members;
        for (const Subscript &subscript : *found) {
            state.members.push_back(subscript.member);
            state.shift.push_back(subscript.shift);
            members.insert(subscript.member);
        }
        result_.states.push_back(std::move(state));
        return members.size() == result_.members;
    }

    bool add_uses(StencilStatement &one)
    {
        const std::vector<Access> &accesses = program_.statements[one.statement].accesses;
        for (std::size_t k = 0; k < accesses.size(); ++k) {
            const Access &access = accesses[k];
            if (access.kind == AccessKind::may_write)
                return false;
            const auto position = state_of(access.array);
            if (!position)
                continue;
            StencilState &state = result_.states[*position];
            const auto found = subscripts(one, access);
            if (!found)
                return false;
            StencilUse use{k, *position, is_write(access), std::vector<long>(result_.members)};
            for (std::size_t s = 0; s < found->size(); ++s) {
                if ((*found)[s].member != state.members[s])
                    return false;
                use.distance[state.members[s]] = (*found)[s].shift - state.shift[s];
            }
            const isl::set elements = access.relation.range();
            state.elements = state.elements.unite(elements);
            isl::set &own = use.is_write ? state.written : state.read;
            own = own.unite(elements);
            one.uses.push_back(std::move(use));
        }
        return true;
    }

    const program::Program &program_;
    const Cursor &band_;
    std::vector<std::size_t> order_;
    StencilLoop result_ = {0, isl::set(), {}, {}};
    bool has_times_ = false;
};

/// Whether a value that a time writes to an array is read at another one.
/// \param times  { S[i] -> [t] }
bool is_passed_on(const program::Program &program, const dependence::Dependences &dependences,
                  const isl::union_map &times, std::size_t array)
{
    isl::union_set writes = isl::union_set::empty(times.ctx());
    for (const program::Statement &statement : program.statements)
        for (const Access &access : statement.accesses)
            if (access.array == array && is_write(access))
                writes = writes.unite(program::tagged_relation(access).domain().to_union_set());
    const isl::union_map between = dependence::untagged(dependences.flow.intersect_domain(writes))
                                       .apply_domain(times)
                                       .apply_range(times);
    return !between.is_subset(isl::union_map(times.ctx(), "{ [t] -> [t] }"));
}

void extend(Reaches &reaches, const Reaches &from, const std::vector<long> &distance)
{
    for (std::size_t k = 0; k < reaches.size(); ++k) {
        reaches[k].before = std::max(reaches[k].before, from[k].before - distance[k]);
        reaches[k].behind = std::max(reaches[k].behind, from[k].behind + distance[k]);
    }
}

/// Goes back through the phases of one iteration.
/// \param needed  by states: how far around the tile their elements have to be right, behind the
///                iteration; gets the same in front of it
/// \return by phases: how far they have to compute
std::vector<Reaches> reaches_of_iteration(const StencilLoop &loop, std::vector<Reaches> &needed)
{
    std::vector<Reaches> result(loop.phases.size(), Reaches(loop.members));
    for (std::size_t k = loop.phases.size(); k-- > 0;) {
        for (const StencilStatement &one : loop.phases[k].statements)
            for (const StencilUse &use : one.uses)
                if (use.is_write) {
                    std::vector<long> back = use.distance;
                    for (long &distance : back)
                        distance = -distance;
                    extend(result[k], needed[use.state], back);
                }
        for (const StencilStatement &one : loop.phases[k].statements)
            for (const StencilUse &use : one.uses)
                extend(needed[use.state], result[k], use.distance);
    }
    return result;
}

Reach plus(const Reach &reach, const Reach &growth, long times)
{
    return {reach.before + times * growth.before, reach.behind + times * growth.behind};
}

bool is_within(const Reach &one, const Reach &other)
{
    return one.before <= other.before && one.behind <= other.behind;
}

} // namespace

std::optional<StencilLoop> stencil_loop(const program::Program &program,
                                        const dependence::Dependences &dependences,
                                        const Cursor &band)
{
    std::optional<StencilLoop> result = Matcher(program, band, {}).run();
    if (result && !std::ranges::is_sorted(result->states.front().members))
        result = Matcher(program, band, result->states.front().members).run();
    if (!result)
        return std::nullopt;
    const isl::union_map times =
        schedule::prefix_relation(band.child(0), schedule::reaching_instances(band));
    for (StencilState &state : result->states)
        state.is_passed_on = is_passed_on(program, dependences, times, state.array);
    return result;
}

std::optional<StencilMargins> stencil_margins(const StencilLoop &loop, long iterations)
{
    std::vector<Reaches> needed(loop.states.size(), Reaches(loop.members));
    const std::vector<Reaches> last = reaches_of_iteration(loop, needed),
                               before = reaches_of_iteration(loop, needed),
                               first = reaches_of_iteration(loop, needed);
    StencilMargins result{last, Reaches(loop.members), Reaches(loop.members)};
    for (std::size_t phase = 0; phase < last.size(); ++phase)
        for (std::size_t k = 0; k < loop.members; ++k) {
            Reach &growth = result.growth[k];
            growth.before =
                std::max(growth.before, before[phase][k].before - last[phase][k].before);
            growth.behind =
                std::max(growth.behind, before[phase][k].behind - last[phase][k].behind);
        }
    for (std::size_t phase = 0; phase < last.size(); ++phase) {
        Reaches reaches = last[phase];
        for (std::size_t k = 0; k < loop.members; ++k) {
            if (!is_within(first[phase][k], plus(last[phase][k], result.growth[k], 2)))
                return std::nullopt;
            reaches[k] = plus(last[phase][k], result.growth[k], iterations - 1);
        }
        for (const StencilStatement &one : loop.phases[phase].statements)
            for (const StencilUse &use : one.uses)
                extend(result.load, reaches, use.distance);
    }
    return result;
}

} // namespace espalier::strategies
