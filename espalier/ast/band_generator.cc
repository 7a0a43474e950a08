#include "espalier/ast/band_generator.h"

#include "espalier/ast/components.h"
#include "espalier/ast/for_node.h"
#include "espalier/ast/pieces.h"
#include "espalier/ast/strided_dimensions.h"
#include "espalier/base/error.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::ast {

namespace {

using schedule::LoopOption;

/// One component at one dimension.
struct Component {
    const BandTask &task;
    const Stock &stock;
    const Executed &executed;
    const std::vector<LocalTimes> &local;
    LoopOption option;
    bool is_part; ///< whether other parts of the same times may have code of their own

    std::size_t depth() const { return stock.depth(); }

    const Level &level() const { return task.level(depth()); }

    std::vector<isl::set> stated_times() const
    {
        std::vector<isl::set> result;
        for (const Part &part : executed)
            result.push_back(ast::stated_times(part, stock));
        return result;
    }

    Error impossible(const std::string &reason) const
    {
        return Error(Fault::input, DiagnosticKind::impossible_code,
                     fmt::format("{}, member {}: {}", task.name, depth() - task.first, reason));
    }
};

Grafts next(const BandTask &task, const Stock &stock, const Executed &executed);

void append(Grafts &all, Grafts more)
{
    all.insert(all.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

/// { [t, i] -> [v] } as { [t] -> [v] }: the value does not depend on i.
isl::aff in_outer_dimensions(const isl::aff &value, std::size_t depth)
{
    return isl::manage(
        isl_aff_drop_dims(value.copy(), isl_dim_in, static_cast<unsigned>(depth), 1));
}

/// { [t, i, ...] -> [t, value, ...] }
isl::multi_aff substitution(const isl::space &space, std::size_t depth, const isl::aff &value)
{
    unsigned more = unsigned(isl_space_dim(space.get(), isl_dim_set)) - unsigned(depth) - 1;
    isl_aff *lifted = isl_aff_add_dims(value.copy(), isl_dim_in, more);
    return space.identity_multi_aff_on_domain().set_at(static_cast<int>(depth),
                                                       isl::manage(lifted));
}

/// The task with a dimension replaced by its value in the isolation and in local options.
BandTask with_value(const BandTask &task, std::size_t depth, const isl::aff &value)
{
    BandTask result = task;
    if (task.isolation)
        result.isolation =
            task.isolation->preimage(substitution(task.isolation->space(), depth, value));
    for (std::size_t inner = depth + 1; inner < task.first + task.levels.size(); ++inner)
        for (LocalOption &local : result.levels[inner - task.first].local_options)
            local.times = local.times.preimage(substitution(local.times.space(), depth, value));
    return result;
}

/// The dimension takes one value, and needs no loop ("eliminated"): the value is put in everywhere
/// (section 5.3.2).
/// \param value  { [t, i] -> [v] }
Grafts eliminate(const Component &component, const isl::set &bounds, const isl::aff &value)
{
    std::size_t depth = component.depth();
    isl::set possible = presburger::without_unknown_divs(presburger::without_dimension(
        bounds.preimage(substitution(bounds.space(), depth, value)), unsigned(depth)));
    const Stock &stock = component.stock;
    Stock inner = stock.with_value(component.task.level(depth).number,
                                   in_outer_dimensions(value, depth), possible);
    Executed executed;
    for (const Part &part : component.executed)
        executed.push_back(part.with_times(
            part.times().preimage(substitution(part.times().space(), depth, value))));
    Grafts result = next(with_value(component.task, depth, value), inner, executed);
    for (Graft &graft : result) {
        graft.guard = presburger::without_dimension(graft.guard, unsigned(depth));
        graft.enforced = presburger::without_dimension(graft.enforced, unsigned(depth));
        if (!presburger::is_obviously_universe(possible))
            graft.guard =
                graft.guard.intersect(possible.gist(stock.known().intersect(graft.enforced)));
    }
    return result;
}

Grafts create_loop(const Component &component, const Loop &loop)
{
    Stock inner = stock_of_body(loop, component.stock);
    Grafts body = next(component.task, inner, component.executed);
    if (body.empty())
        return {};
    try {
        return {make_for(loop, component.stock, inner, std::move(body))};
    } catch (const Unbounded &) {
        throw component.impossible("the loop over its values would have no lower bound");
    }
}

Grafts create_degenerate(const Component &component, const Loop &loop)
{
    Stock inner = stock_of_degenerate_body(loop, component.stock);
    Grafts body = next(component.task, inner, component.executed);
    if (body.empty())
        return {};
    return {make_degenerate_for(loop, component.stock, inner, std::move(body))};
}

/// A loop, or what takes its place (algorithm 3).
Grafts create(const Component &component, const isl::set &bounds)
{
    const Stock &stock = component.stock;
    std::size_t depth = component.depth();
    isl::set known = presburger::lifted(stock.known());
    isl::set times = all_exact(component.local).intersect(bounds).intersect(known);
    Hull hull = affine_hull(times, depth);
    // Simplification expresses equalities by integer divisions of i where it can.
    isl::set simplified = approximated(bounds.intersect(hull.equalities).gist(known), depth);
    const std::optional<Stride> &stride = hull.stride;
    if (stride)
        simplified = tightened(simplified, *stride, depth);
    if (auto value = single_value(simplified, times, stride, depth))
        return eliminate(component, simplified, *value);
    const Level &level = component.level();
    Loop loop{level.number, simplified, times, stride, component.task.upper_bound, level.role};
    return is_degenerate(loop) ? create_degenerate(component, loop) : create_loop(component, loop);
}

/// The component on some of its times alone.
/// \param is_all  whether the piece has all times of the component
Grafts create_piece(const Component &component, const Piece &piece, bool is_all)
{
    if (is_all && !piece.only)
        return create(component, piece.bounds);
    isl::set times =
        piece.only.value_or(piece.bounds).intersect(presburger::lifted(component.stock.known()));
    Executed executed;
    std::vector<LocalTimes> local;
    for (std::size_t k = 0; k < component.executed.size(); ++k) {
        if (component.local[k].exact.is_disjoint(times))
            continue;
        executed.push_back(component.executed[k]);
        local.push_back(component.local[k]);
        if (piece.only)
            executed.back() = within(executed.back(), *piece.only);
    }
    if (executed.empty())
        return {};
    Component part{component.task, component.stock,  executed,
                   local,          component.option, component.is_part};
    return create(part, piece.bounds);
}

/// More copies of what is below a dimension are a mistake, and not code that anyone wants; those
/// that the dimensions around it make count.
constexpr long max_copies = 10'000;

/// \throws Error{impossible_code} if there would be too many copies
void refuse_many_copies(const Component &component, const isl::val &count)
{
    long around = component.stock.copies();
    isl::val all = count.mul(isl::val(count.ctx(), around));
    if (all.le(isl::val(count.ctx(), max_copies)))
        return;
    throw component.impossible(fmt::format("unrolled{}, it would be {} copies of its code, and {} "
                                           "are the most",
                                           around > 1 ? " in what is unrolled around it" : "",
                                           presburger::to_string(all), max_copies));
}

/// One copy of the code for each value of the dimension (section 5.5).
Grafts unroll(const Component &component, const isl::set &domain)
{
    std::size_t depth = component.depth();
    isl::set known = presburger::lifted(component.stock.known());
    isl::set times = all_exact(component.local).intersect(domain).intersect(known);
    isl::set hull(isl::manage(isl_set_simple_hull(domain.copy())));
    isl::set bounds = approximated(hull, depth);
    std::optional<Stride> stride = affine_hull(times, depth).stride;
    std::optional<Slices> slices = cover(bounds, times, stride, depth);
    if (!slices)
        throw component.impossible("it cannot be unrolled, because no constant number of "
                                   "iterations, counted from any lower bound, is enough");
    refuse_many_copies(component, slices->count);
    const long count = slices->count.num_si();
    const Stock inner = component.stock.in_copies(std::max(count, 1L));
    Grafts result;
    for (long k = 0; k < count; ++k) {
        isl::aff value = slices->value(k, stride);
        isl::pw_aff iterator(
            domain.space().identity_multi_aff_on_domain().at(static_cast<int>(depth)));
        isl::set slice = domain.intersect(iterator.eq_set(isl::pw_aff(value)));
        Executed executed = restricted(component.executed, slice.intersect(known));
        if (executed.empty())
            continue;
        Component part{component.task, inner, executed, {}, component.option, component.is_part};
        append(result, eliminate(part, presburger::shared_constraints(slice).gist(known), value));
    }
    return result;
}

/// { [t, i] }: the times at which something of the component is executed.
isl::set exact_times(const Component &component)
{
    return all_exact(component.local).intersect(presburger::lifted(component.stock.known()));
}

/// Breaks the times up into pieces that are one disjunct each (algorithm 2).
Grafts base(const Component &component, const isl::set &domain)
{
    if (domain.is_empty())
        return {};
    if (component.option == LoopOption::unroll)
        return unroll(component, domain);
    std::vector<Piece> pieces;
    if (component.option == LoopOption::atomic)
        pieces.push_back(component.is_part
                             ? part_as_piece(domain)
                             : atomic_piece(domain, exact_times(component), component.depth()));
    else if (component.option == LoopOption::separate)
        pieces = separate_pieces(domain, component.stated_times(), component.depth());
    else
        pieces = disjoint_pieces(domain, component.depth());
    Grafts result;
    for (const Piece &piece : pieces)
        append(result, create_piece(component, piece, pieces.size() == 1 && !component.is_part));
    return result;
}

/// The values with a local option by themselves, and before and after them the others.
/// \param first  the number of the first local option that still counts
Grafts with_local_options(const Component &component, const isl::set &domain, std::size_t first = 0)
{
    const std::vector<LocalOption> &options = component.level().local_options;
    if (domain.is_empty() || first == options.size())
        return base(component, domain);
    const LocalOption &local = options[first];
    std::optional<Isolated> parts = isolate(domain, local.times, component.depth());
    if (!parts)
        return with_local_options(component, domain, first + 1);
    Component chosen = component;
    chosen.option = local.option;
    Grafts result = with_local_options(component, parts->before, first + 1);
    append(result, base(chosen, parts->center));
    append(result, with_local_options(component, parts->after, first + 1));
    append(result, with_local_options(component, parts->other, first + 1));
    return result;
}

/// The parts of a component.
template <class Value>
std::vector<Value> select(const std::vector<Value> &all, const std::vector<std::size_t> &positions)
{
    std::vector<Value> result;
    for (std::size_t position : positions)
        result.push_back(all[position]);
    return result;
}

std::vector<LocalTimes> all_local_times(const Executed &executed, std::size_t depth)
{
    std::vector<LocalTimes> result;
    for (const Part &part : executed)
        result.push_back(local_times(part, depth));
    return result;
}

/// One component from its present dimension on.
Grafts generate_component(const BandTask &task, const Stock &stock, const Executed &executed,
                          const std::vector<LocalTimes> &local)
{
    const Level &level = task.level(stock.depth());
    bool is_part = task.isolation || !level.local_options.empty();
    Component component{task, stock, executed, local, level.option, is_part};
    isl::set domain = all_approximate(local);
    if (presburger::disjuncts(domain) > 1 || is_part)
        domain = presburger::coalesced(
            domain.intersect(presburger::lifted(presburger::shared_constraints(stock.known()))));
    std::optional<Isolated> parts;
    if (task.isolation)
        parts = isolate(domain, *task.isolation, stock.depth());
    if (!parts)
        return with_local_options(component, domain);
    Component isolated = component;
    isolated.option = level.isolated_option;
    Grafts result = base(component, parts->before);
    append(result, base(isolated, parts->center));
    append(result, base(component, parts->after));
    append(result, base(component, parts->other));
    return result;
}

/// The dimension after which an offset was put gets company.
BandTask with_offset_level(const BandTask &task, std::size_t depth)
{
    BandTask result = task;
    Level offset{task.level(depth).number};
    result.levels.insert(result.levels.begin() + static_cast<long>(depth + 1 - task.first), offset);
    return result;
}

/// One component whose dimension may be replaced by others that make better loops.
Grafts generate_strided(const BandTask &task, const Stock &stock, const Executed &executed,
                        const std::vector<LocalTimes> &local)
{
    std::size_t depth = stock.depth();
    if (task.is_anchored)
        return generate_component(task, stock, executed, local);
    if (auto apart = with_offsets_apart(executed, local, stock.known(), depth))
        return generate_strided(with_offset_level(task, depth), stock, *apart,
                                all_local_times(*apart, depth));
    if (auto scaled = with_unit_stride(executed, local, stock.known(), depth))
        return generate_component(task, stock, *scaled, all_local_times(*scaled, depth));
    return generate_component(task, stock, executed, local);
}

/// Generates the next schedule dimension (algorithm 1).
Grafts next(const BandTask &task, const Stock &stock, const Executed &executed)
{
    std::size_t depth = stock.depth();
    if (depth == task.first + task.levels.size())
        return task.finish(stock, executed);
    std::vector<LocalTimes> local = all_local_times(executed, depth);
    Grafts result;
    for (const auto &members :
         sorted_components(executed, local, stock.known(), depth, task.below, task.whole))
        append(result,
               generate_strided(task, stock, select(executed, members), select(local, members)));
    // What a target does with a loop, it does with one piece of code.
    if (kind_of(task.level(depth).role) != schedule::LoopKind::sequential && !result.empty())
        result = {combined(result, stock)};
    return result;
}

} // namespace

Grafts generate_band(const BandTask &task, const Stock &stock, const Executed &executed)
{
    return next(task, stock, executed);
}

} // namespace espalier::ast
