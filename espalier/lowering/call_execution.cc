#include "espalier/lowering/call_execution.h"

#include "espalier/schedule/loops.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <optional>
#include <string>

namespace espalier::lowering {

namespace {

using transform::Statement;

/// The value of a function that has but one; nothing if it has several.
std::optional<long> only_value(const isl::pw_aff &function)
{
    const isl::val least = function.min_val(), most = function.max_val();
    return least.is_int() && least.eq(most) ? std::optional(least.num_si()) : std::nullopt;
}

/// { [x, k] -> [t] } of { [x] -> [t] }; isl pulls affine functions back over the same symbolic
/// constants only.
isl::aff on_first(const isl::aff &time, const isl::space &all, std::size_t count)
{
    const isl::space aligned =
        isl::manage(isl_space_align_params(all.copy(), time.space().release()));
    const isl::multi_aff values = aligned.identity_multi_aff_on_domain();
    isl::aff_list list(all.ctx(), 0);
    for (std::size_t k = 0; k < count; ++k)
        list = list.add(values.at(int(k)));
    const isl::multi_aff first(aligned.add_unnamed_tuple(unsigned(count)), list);
    return isl::manage(isl_aff_align_params(time.copy(), aligned.copy())).pullback(first);
}

} // namespace

CallExecution::CallExecution(const program::Program &program, const CallContract &contract)
    : contract_(contract),
      call_(*std::ranges::find(program.statements, contract.call, &program::Statement::name)),
      to_call_(contract.blocks.set_range_tuple(call_.id()))
{
}

isl::set CallExecution::instances() const
{
    isl::set result = to_call_.as_map().intersect_range(call_.domain).domain();
    for (std::size_t k = 0; k < contract_.bounds.size(); ++k) {
        const isl::pw_aff number = this->number(k);
        const auto &[first, end] = contract_.bounds[k];
        result = result.intersect(number.ge_set(value(first))).intersect(number.lt_set(value(end)));
    }
    return contract_.has_own_target ? result.intersect(contract_.source.domain) : result;
}

bool CallExecution::are_before(const isl::set &instances) const
{
    return with_call(instances).is_subset(number(0).lt_set(value(contract_.bounds.front().first)));
}

bool CallExecution::are_behind(const isl::set &instances) const
{
    return with_call(instances).is_subset(number(0).ge_set(value(contract_.bounds.front().second)));
}

std::vector<program::Access> CallExecution::accesses() const
{
    std::vector<program::Access> result = contract_.source.accesses;
    for (std::size_t n = 0; n < result.size(); ++n)
        if (const std::optional<Reach> &reach = contract_.reaches[n])
            reach_for(*reach, result[n]);
    return result;
}

Statement CallExecution::in_order(Statement calls, const isl::set &part, const isl::id &name) const
{
    const std::size_t loops = calls.iterators.size();
    isl::multi_pw_aff iterators =
        calls.iterators.pullback(to_call_).flat_range_product(contract_.times);
    calls.iterators =
        isl::manage(isl_multi_pw_aff_set_tuple_id(iterators.release(), isl_dim_in, name.copy()));
    calls.instances = isl::manage(isl_set_set_tuple_id(part.copy(), name.copy()));
    calls.label = name.name();
    const isl::space all = calls.iterators.space().range();
    for (transform::Row &row : calls.rows)
        row.time = on_first(row.time, all, loops);
    for (std::size_t k = 0; k < contract_.bounds.size(); ++k) {
        calls.iterator_names.push_back("number" + std::to_string(k));
        calls.rows.push_back(
            {all.identity_multi_aff_on_domain().at(int(loops + k)),
             calls.iterator_names.back(),
             {},
             contract_.is_in_lanes ? schedule::loop_role(schedule::LoopKind::vector) : nullptr});
        calls.beta.push_back(0);
    }
    return calls;
}

/// The instances in whose loops there is a call.
isl::set CallExecution::with_call(const isl::set &instances) const
{
    return to_call_.as_map().intersect_range(call_.domain).domain().intersect(instances);
}

/// { S[i] -> [k] }
isl::pw_aff CallExecution::number(std::size_t position) const
{
    return contract_.times.at(int(position))
        .sub(contract_.starts.at(int(position)).pullback(contract_.blocks));
}

/// { S[i] -> [v] }
isl::pw_aff CallExecution::value(const NumberBound &bound) const
{
    if (bound.argument) {
        const auto &call = std::get<program::CallOperation>(call_.body->node);
        return std::get<program::AffineValue>(call.arguments.at(*bound.argument)->node)
            .value.pullback(to_call_);
    }
    return isl::pw_aff(
        contract_.source.domain.space().zero_aff_on_domain().add_constant(bound.constant));
}

void CallExecution::reach_for(const Reach &reach, program::Access &access) const
{
    const program::Access &start = call_.accesses[reach.access];
    access.array = start.array;
    access.subscripts.clear();
    for (std::size_t k = 0; k < start.subscripts.size(); ++k) {
        isl::pw_aff place = start.subscripts[k].pullback(to_call_);
        for (std::size_t number = 0; number < contract_.bounds.size(); ++number)
            place = place.add(
                this->number(number).scale(isl::val(place.ctx(), step(reach, k, number))));
        access.subscripts.push_back(place.add_constant(reach.distance[k]));
    }
}

/// How far one more of a number goes in a subscript.
long CallExecution::step(const Reach &reach, std::size_t subscript, std::size_t number) const
{
    if (reach.stride_number != number)
        return reach.steps[subscript][number];
    const isl::pw_aff first = call_.accesses[reach.access].subscripts[subscript],
                      next = call_.accesses[*reach.stride_access].subscripts[subscript];
    const std::optional<long> stride = only_value(next.sub(first).intersect_domain(call_.domain));
    return stride.value_or(0);
}

} // namespace espalier::lowering
