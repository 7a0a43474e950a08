#include "espalier/strategies/devices/overlapped_statements.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/strategies/devices/added_statements.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/element_copies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>
#include <optional>

namespace espalier::strategies {

namespace {

constexpr long element_bytes = 8;

/// "p0, p1"
std::string numbered(const std::string &name, std::size_t count)
{
    std::vector<std::string> result;
    for (std::size_t k = 0; k < count; ++k)
        result.push_back(name + std::to_string(k));
    return fmt::format("{}", fmt::join(result, ", "));
}

std::vector<std::string> iterators(const isl::set &instances)
{
    std::vector<std::string> result;
    for (unsigned k = 0; k < presburger::dimensions(instances); ++k)
        result.push_back(fmt::format("t{}", k));
    return result;
}

/// From the least to the greatest subscript in each dimension.
isl::set box_around(const isl::set &elements)
{
    const unsigned count = presburger::dimensions(elements);
    isl::set result = isl::set::universe(elements.space());
    for (unsigned k = 0; k < count; ++k) {
        isl_set *along = isl_set_project_out(elements.copy(), isl_dim_set, k + 1, count - k - 1);
        along = isl_set_project_out(along, isl_dim_set, 0, k);
        along = isl_set_from_basic_set(isl_set_simple_hull(isl_set_coalesce(along)));
        along = isl_set_insert_dims(along, isl_dim_set, 0, k);
        along = isl_set_add_dims(along, isl_dim_set, count - k - 1);
        result = result.intersect(
            isl::manage(isl_set_set_tuple_id(along, isl_set_get_tuple_id(elements.get()))));
    }
    return result;
}

/// Whether all subscripts are natural numbers.
bool is_natural(const isl::set &elements)
{
    isl::set all = isl::set::universe(elements.space());
    for (unsigned k = 0; k < presburger::dimensions(elements); ++k)
        all = isl::manage(isl_set_lower_bound_si(all.release(), isl_dim_set, k, 0));
    return elements.is_subset(all);
}

/// { [p_k] } of { [p] }
isl::set along(const isl::set &points, unsigned member)
{
    const unsigned count = presburger::dimensions(points);
    isl_set *result =
        isl_set_project_out(points.copy(), isl_dim_set, member + 1, count - member - 1);
    return isl::manage(isl_set_project_out(result, isl_dim_set, 0, member));
}

} // namespace

OverlappedStatements::OverlappedStatements(const program::Program &given, program::Program &program,
                                           const isl::set &possible, StencilLoop loop,
                                           StencilMargins margins, TimeTileShape shape)
    : given_(given), program_(program), possible_(possible), loop_(std::move(loop)),
      margins_(std::move(margins)), shape_(std::move(shape)), steps_(loop_.times),
      tiles_(loop_.times), added_(isl::union_map::empty(possible.ctx()))
{
    for (StencilState &state : loop_.states)
        state.elements = box_around(state.elements);
}

bool OverlappedStatements::is_possible(long block_bytes)
{
    long bytes = element_bytes * long(loop_.states.size());
    for (std::size_t k = 0; k < loop_.members; ++k)
        bytes *= length(k);
    return bytes <= block_bytes && find_tiles() &&
           std::ranges::any_of(loop_.states, &StencilState::is_passed_on);
}

long OverlappedStatements::length(std::size_t member) const
{
    return shape_.sizes[member] + margins_.load[member].before + margins_.load[member].behind;
}

bool OverlappedStatements::find_tiles()
{
    steps_ = loop_.times.apply(
        isl::map(possible_.ctx(), fmt::format("{{ [t] -> [floor(t / {})] }}", shape_.iterations)));
    std::optional<isl::set> all;
    for (const StencilState &state : loop_.states) {
        if (!is_natural(state.elements.intersect_params(possible_))) // copies count from 0
            return false;
        const isl::set own = homes(state, state.elements);
        all = all ? all->unite(own) : own;
    }
    tiles_ = isl::set::universe(all->space());
    for (unsigned k = 0; k < loop_.members; ++k) {
        const isl::set places = along(*all, k);
        isl_map *same = isl_map_from_domain_and_range(places.copy(), places.copy());
        same = isl_map_equate(same, isl_dim_in, 0, isl_dim_out, 0);
        const auto count =
            blocks_for(possible_, isl::union_map(isl::manage(same)), shape_.sizes[k]);
        if (!count)
            return false;
        counts_.push_back(*count);
        tiles_ = isl::manage(isl_set_lower_bound_si(tiles_.release(), isl_dim_set, k, 0));
        const isl::pw_aff number = isl::pw_aff(isl::manage(isl_aff_var_on_domain(
            isl_local_space_from_space(tiles_.space().release()), isl_dim_set, k)));
        tiles_ = tiles_.intersect(number.lt_set(transform::on_instances(*count, tiles_.space())));
    }
    return true;
}

/// { A[a] -> [p] }: the points at which elements are at home.
isl::map OverlappedStatements::home(const StencilState &state) const
{
    std::vector<std::string> points(loop_.members);
    for (std::size_t s = 0; s < loop_.members; ++s)
        points[state.members[s]] = fmt::format("a{} - {}", s, state.shift[s]);
    const isl::map map(
        possible_.ctx(),
        fmt::format("{{ [{}] -> [{}] }}", numbered("a", loop_.members), fmt::join(points, ", ")));
    return isl::manage(
        isl_map_set_tuple_id(map.copy(), isl_dim_in, isl_set_get_tuple_id(state.elements.get())));
}

/// { [p] }
isl::set OverlappedStatements::homes(const StencilState &state, const isl::set &elements) const
{
    return elements.apply(home(state));
}

void OverlappedStatements::add_arrays()
{
    for (const StencilState &state : loop_.states) {
        program::Array ping = given_.arrays[state.array];
        ping.name = unused_name(program_, ping.name + "_ping");
        for (unsigned k = 0; k < ping.extents.size(); ++k)
            if (!ping.extents[k])
                ping.extents[k] = presburger::coalesced(
                    program::as_extent(
                        isl::manage(isl_set_dim_max(
                            state.elements.intersect_params(possible_).release(), int(k))))
                        .add_constant(1));
        ping.extents.insert(ping.extents.begin(),
                            transform::constant_extent(isl::val(possible_.ctx(), 2)));
        ping_.push_back(transform::add_array(program_, std::move(ping)));
        std::vector<long> lengths;
        for (std::size_t k = 0; k < loop_.members; ++k)
            lengths.push_back(length(k));
        tile_.push_back(
            add_array(program_, given_.arrays[state.array].name + "_tile", state.array, lengths));
        shared_[tile_.back()] = lengths;
    }
}

isl::set OverlappedStatements::named(const isl::set &instances, const std::string &wish) const
{
    const isl::id id = presburger::make_id(instances.ctx(), unused_name(program_, wish));
    return isl::manage(isl_set_set_tuple_id(instances.copy(), id.copy()));
}

bool OverlappedStatements::has_loads(std::size_t state) const
{
    const StencilState &own = loop_.states[state];
    return own.is_passed_on || !own.read.is_subset(own.written);
}

/// Which copy of an array is read in a step.
isl::pw_aff OverlappedStatements::version(const isl::pw_aff &step) const
{
    return step.mod(isl::val(step.ctx(), 2));
}

/// The subscripts of elements that are at home at points.
std::vector<isl::pw_aff>
OverlappedStatements::elements(const StencilState &state,
                               const std::vector<isl::pw_aff> &points) const
{
    std::vector<isl::pw_aff> result;
    for (std::size_t s = 0; s < loop_.members; ++s)
        result.push_back(points[state.members[s]].add_constant(state.shift[s]));
    return result;
}

/// How far points are from the first one of a tile.
/// \param instances  { S[b, ...] }
std::vector<isl::pw_aff>
OverlappedStatements::from_tile(const isl::set &instances,
                                const std::vector<isl::pw_aff> &points) const
{
    const std::vector<isl::pw_aff> tile = list(coordinates(instances, 1, unsigned(loop_.members)));
    std::vector<isl::pw_aff> result;
    for (std::size_t k = 0; k < loop_.members; ++k)
        result.push_back(points[k].sub(tile[k].scale(isl::val(instances.ctx(), shape_.sizes[k]))));
    return result;
}

std::vector<isl::pw_aff> OverlappedStatements::in_tile(const isl::set &instances) const
{
    const unsigned count = unsigned(loop_.members);
    return from_tile(
        instances, list(coordinates(instances, presburger::dimensions(instances) - count, count)));
}

/// The subscripts of points' elements in a block's memory.
std::vector<isl::pw_aff>
OverlappedStatements::in_memory_of_tile(const isl::set &instances,
                                        const std::vector<isl::pw_aff> &points) const
{
    std::vector<isl::pw_aff> result = from_tile(instances, points);
    for (std::size_t k = 0; k < result.size(); ++k)
        result[k] = result[k].add_constant(margins_.load[k].before);
    return result;
}

isl::set OverlappedStatements::steps_and_tiles() const
{
    return isl::manage(isl_set_flat_product(steps_.copy(), tiles_.copy()));
}

isl::set OverlappedStatements::steps_and_iterations() const
{
    const std::string names = numbered("b", loop_.members);
    const isl::map time(
        possible_.ctx(),
        fmt::format("{{ [b, {0}, s] -> [{1} b + s] : 0 <= s < {1} }}", names, shape_.iterations)),
        tile(possible_.ctx(), fmt::format("{{ [b, {0}, s] -> [{0}] }}", names));
    return time.intersect_range(loop_.times)
        .domain()
        .intersect(tile.intersect_range(tiles_).domain());
}

void OverlappedStatements::add(program::Statement statement)
{
    added_ = added_.unite(isl::union_map(isl::manage(isl_map_from_range(statement.domain.copy()))));
    program_.statements.push_back(std::move(statement));
}

void OverlappedStatements::add_copy(const isl::set &instances, std::size_t target,
                                    const std::vector<isl::pw_aff> &target_subscripts,
                                    std::size_t source,
                                    const std::vector<isl::pw_aff> &source_subscripts)
{
    add(transform::copy_of_element(program_, instances, iterators(instances), {},
                                   {target, target_subscripts}, {source, source_subscripts}));
}

/// { [b, ...] -> [p] }: the points of a tile, and those around it.
isl::map OverlappedStatements::points_with_margin(const Reaches &margin) const
{
    std::string bounds;
    for (std::size_t k = 0; k < loop_.members; ++k)
        bounds += fmt::format("{0}{1} b{2} - {3} <= p{2} < {1} b{2} + {1} + {4}", k ? " and " : "",
                              shape_.sizes[k], k, margin[k].before, margin[k].behind);
    return isl::map(possible_.ctx(),
                    fmt::format("{{ [b, {}] -> [{}] : {} }}", numbered("b", loop_.members),
                                numbered("p", loop_.members), bounds));
}

/// \param points  { [b, ...] -> [p] }
isl::set OverlappedStatements::moved(std::size_t state, const isl::map &points, bool is_load)
{
    const StencilState &own = loop_.states[state];
    const isl::map all = points.intersect_range(homes(own, own.elements));
    const std::string verb = is_load ? "load_" : "store_";
    const isl::set instances = named(isl::manage(isl_set_flatten(all.wrap().release())),
                                     verb + given_.arrays[own.array].name);
    const std::vector<isl::pw_aff> places =
        list(coordinates(instances, outer(), unsigned(loop_.members)));
    const isl::pw_aff step = list(coordinates(instances, 0, 1)).front();
    std::vector<isl::pw_aff> passed_on = elements(own, places);
    passed_on.insert(passed_on.begin(), version(is_load ? step : step.add_constant(1)));
    const std::vector<isl::pw_aff> tile = in_memory_of_tile(instances, places);
    if (is_load)
        add_copy(instances, tile_[state], tile, ping_[state], passed_on);
    else
        add_copy(instances, ping_[state], passed_on, tile_[state], tile);
    return instances;
}

isl::set OverlappedStatements::load(std::size_t state)
{
    const StencilState &own = loop_.states[state];
    const isl::map points = points_with_margin(margins_.load);
    isl::set tiles = steps_and_tiles();
    if (!own.is_passed_on) // there are values from in front of the loop
        tiles = tiles.intersect(
            points.intersect_range(homes(own, own.read.subtract(own.written))).domain());
    return moved(state, points.intersect_domain(tiles), true);
}

isl::set OverlappedStatements::store(std::size_t state)
{
    const bool is_passed_on = loop_.states[state].is_passed_on;
    const isl::set steps = is_passed_on ? steps_ : isl::manage(isl_set_lexmax(steps_.copy()));
    const isl::set tiles = isl::manage(isl_set_flat_product(steps.copy(), tiles_.copy()));
    return moved(state, points_with_margin(Reaches(loop_.members)).intersect_domain(tiles), false);
}

isl::set OverlappedStatements::copied_before(std::size_t state, long version)
{
    const StencilState &own = loop_.states[state];
    const isl::set elements = isl::manage(isl_set_reset_tuple_id(own.elements.copy()));
    const isl::set instances = named(elements.intersect_params(loop_.times.params()),
                                     "copy_" + given_.arrays[own.array].name);
    const std::vector<isl::pw_aff> places =
        list(coordinates(instances, 0, unsigned(loop_.members)));
    std::vector<isl::pw_aff> passed_on = places;
    passed_on.insert(passed_on.begin(),
                     places.front().scale(isl::val(instances.ctx(), 0)).add_constant(version));
    add_copy(instances, ping_[state], passed_on, own.array, places);
    return instances;
}

isl::set OverlappedStatements::copied_back(std::size_t state)
{
    const StencilState &own = loop_.states[state];
    const isl::set elements =
        isl::manage(isl_set_reset_tuple_id(presburger::coalesced(own.written).release()));
    const isl::set instances = named(elements.intersect_params(loop_.times.params()),
                                     "back_" + given_.arrays[own.array].name);
    const std::vector<isl::pw_aff> places =
        list(coordinates(instances, 0, unsigned(loop_.members)));
    const isl::pw_aff end =
        program::as_extent(isl::manage(isl_set_dim_max(steps_.copy(), 0)).add_constant(1));
    std::vector<isl::pw_aff> passed_on = places;
    passed_on.insert(passed_on.begin(), version(transform::on_instances(end, instances.space())));
    add_copy(instances, own.array, places, ping_[state], passed_on);
    return instances;
}

/// { [b, ..., s, p] }: the points at which a phase computes in the iterations of a step.
isl::set OverlappedStatements::region(std::size_t phase) const
{
    std::string bounds = fmt::format("0 <= s < {}", shape_.iterations);
    for (std::size_t k = 0; k < loop_.members; ++k) {
        const Reach &last = margins_.last[phase][k], &growth = margins_.growth[k];
        bounds += fmt::format(" and {0} b{1} - {2} - {3} * ({4} - s) <= p{1} < {0} b{1} + {0} + "
                              "{5} + {6} * ({4} - s)",
                              shape_.sizes[k], k, last.before, growth.before, shape_.iterations - 1,
                              last.behind, growth.behind);
    }
    const isl::set result(possible_.ctx(),
                          fmt::format("{{ [b, {}, s, {}] : {} }}", numbered("b", loop_.members),
                                      numbered("p", loop_.members), bounds));
    const isl::map tile(possible_.ctx(),
                        fmt::format("{{ [b, {0}, s, {1}] -> [{0}] }}", numbered("b", loop_.members),
                                    numbered("p", loop_.members)));
    return result.intersect(tile.intersect_range(tiles_).domain());
}

isl::set OverlappedStatements::computed(const StencilStatement &statement, std::size_t phase)
{
    const program::Statement &source = given_.statements[statement.statement];
    const isl::map at(possible_.ctx(),
                      fmt::format("{{ [b, {}, s, {}] -> [{} b + s, {}] }}",
                                  numbered("b", loop_.members), numbered("p", loop_.members),
                                  shape_.iterations, numbered("p", loop_.members)));
    program::Statement made = source;
    made.domain = named(region(phase).intersect(at.intersect_range(statement.points).domain()),
                        source.name() + "_tile");
    made.iterators.clear();
    for (const std::string &name : iterators(made.domain))
        made.iterators.push_back({name, program_.wide_type});
    const isl::map place = isl::manage(
        isl_map_set_tuple_id(at.copy(), isl_dim_in, isl_set_get_tuple_id(made.domain.get())));
    redirect(made, statement, statement.instance.pullback(place.as_pw_multi_aff()));
    const isl::set instances = made.domain;
    add(std::move(made));
    return instances;
}

/// Has a copy of a statement compute the same in a tile.
/// \param original  { S'[b, ..., s, p] -> S[i] }
void OverlappedStatements::redirect(program::Statement &made, const StencilStatement &statement,
                                    const isl::pw_multi_aff &original)
{
    const isl::space space = given_.statements[statement.statement].domain.space();
    made.body = program::replaced(
        made.body, [&](const program::Expression &part) -> program::ExpressionPtr {
            if (const auto *iterator = std::get_if<program::IteratorValue>(&part.node))
                return program::make_expression(program::AffineValue{
                    transform::coordinate(space, iterator->dimension).pullback(original),
                    iterator->type});
            if (const auto *affine = std::get_if<program::AffineValue>(&part.node))
                return program::make_expression(
                    program::AffineValue{affine->value.pullback(original), affine->type});
            return nullptr;
        });
    const std::vector<isl::pw_aff> points =
        list(coordinates(made.domain, outer() + 1, unsigned(loop_.members)));
    for (std::size_t k = 0; k < made.accesses.size(); ++k) {
        program::Access &access = made.accesses[k];
        access.reference =
            presburger::make_id(made.domain.ctx(), fmt::format("{}_{}", name_of(made.domain), k));
        access.relation = presburger::from_domain(made.domain);
        const auto use = std::ranges::find(statement.uses, k, &StencilUse::access);
        std::vector<isl::pw_aff> subscripts;
        if (use == statement.uses.end()) {
            for (const isl::pw_aff &subscript : access.subscripts)
                subscripts.push_back(subscript.pullback(original));
        } else {
            std::vector<isl::pw_aff> home = points;
            for (std::size_t member = 0; member < home.size(); ++member)
                home[member] = home[member].add_constant(use->distance[member]);
            subscripts = in_memory_of_tile(made.domain, home);
        }
        transform::set_element(program_, access,
                               use == statement.uses.end() ? access.array : tile_[use->state],
                               subscripts);
    }
}

} // namespace espalier::strategies
