#include "espalier/script/bindings.h"
#include "espalier/script/strategies.h"
#include "espalier/strategies/registry.h"
#include "espalier/strategies/rows/pivot_splitting.h"
#include "espalier/strategies/rows/recurrence_strips.h"
#include "espalier/strategies/rows/row_blocking.h"
#include "espalier/strategies/stencils/row_operation.h"
#include "espalier/strategies/stencils/time_tiling.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

namespace espalier::script {

void require_source(const Call &call)
{
    if (!call.outcome().has_own_order)
        throw transform::impossible(
            fmt::format("`{}` starts from the order of the source: it has to come before all other "
                        "transformations of the region",
                        call.text()));
}

Error nothing_to_do(const Call &call, const std::string &reason)
{
    return transform::impossible(fmt::format("`{}` finds nothing to do: {}", call.text(), reason));
}

namespace {

using strategies::Candidate;
using transform::Beta;

/// The outcome so far with the order of a candidate.
/// \param reason  why there is none, if there is none
Outcome proposed(const Call &call, const std::optional<Candidate> &found, const std::string &reason)
{
    if (!found)
        throw nothing_to_do(call, reason);
    Outcome result = call.outcome();
    if (found->reference)
        result.reference = {found->reference, &found->reference->program};
    result.view = transform::matrix_view(found->plan);
    result.description += result.description.empty() ? "" : "; ";
    result.description += found->description;
    result.has_own_order = false;
    return result;
}

/// The place that an argument names; without it, the whole region.
Beta place(const Call &call)
{
    return call.size() == 0 || call.prefix(0).empty() ? Beta() : call.loop(0);
}

long positive(const Call &call, std::size_t k, const std::string &what, long least)
{
    long result = call.whole_number(k, what);
    if (result < least)
        throw script_error(
            fmt::format("{} has to be a whole number from {} on, not {}", what, least, result));
    return result;
}

/// What a strategy makes of the region as it is in the source.
Outcome by_strategy(const Call &call, const strategies::Strategy &strategy)
{
    require_source(call);
    const StrategyInputs known = call.session().strategy_inputs();
    const strategies::Tiling tiling;
    std::optional<Candidate> found;
    strategy.propose({call.view().program, known.dependences, known.machine, tiling, known.parallel,
                      known.services, known.fast_math},
                     [&](const Candidate &candidate) {
                         const bool is_taken = call.session().is_legal(candidate);
                         if (is_taken)
                             found = candidate;
                         return is_taken;
                     });
    return proposed(call, found, strategy.refusal);
}

Outcome time_tile(const Call &call)
{
    call.require_size(1, 2);
    require_source(call);
    constexpr const char *sizes = "sizes of tiles";
    if (call.loop(0) != Beta{0})
        throw transform::impossible("tiles over time are those of the outermost loop of a region, "
                                    "which has to be the loop over time");
    if (call.size() == 1)
        return by_strategy(call, strategies::time_tiling());
    StrategyInputs known = call.session().strategy_inputs();
    std::vector<long> given = call.whole_numbers(1, sizes);
    for (long size : given)
        if (size < 1)
            throw script_error(
                fmt::format("{} have to be whole numbers from 1 on, not {}", sizes, size));
    return proposed(
        call, strategies::time_tiled(call.view().program, known.dependences, given, known.parallel),
        "the region is no iterated stencil in which time and so many loops over space "
        "can be tiled");
}

transform::MatrixView vector_rows(const Call &call)
{
    call.require_size(0, 0);
    std::optional<transform::MatrixView> rows = strategies::with_row_functions(call.view());
    if (!rows)
        throw nothing_to_do(call, "no loop that runs in vector lanes computes the elements of a "
                                  "row from those of other rows");
    return std::move(*rows);
}

Outcome recurrences_in_strips(const Call &call)
{
    call.require_size(0, 2);
    StrategyInputs known = call.session().strategy_inputs();
    std::optional<long> size;
    if (call.size() == 2)
        size = positive(call, 1, "the size of a strip", 2);
    return proposed(call,
                    strategies::recurrences_in_strips(call.view(), place(call), known.dependences,
                                                      known.machine, known.parallel, size),
                    strategies::recurrence_strips().refusal);
}

Outcome row_blocks(const Call &call)
{
    call.require_size(0, 1);
    const strategies::Strategy strategy = strategies::row_blocking();
    if (call.size() == 0)
        return by_strategy(call, strategy);
    require_source(call);
    StrategyInputs known = call.session().strategy_inputs();
    const long rows = positive(call, 0, "the number of rows", 2);
    return proposed(call,
                    strategies::row_blocked(call.view().program, known.dependences, known.machine,
                                            known.parallel, rows),
                    strategy.refusal);
}

Outcome split_pivot(const Call &call)
{
    call.require_size(0, 1);
    StrategyInputs known = call.session().strategy_inputs();
    return proposed(
        call, strategies::pivot_split(call.view(), place(call), known.dependences, known.parallel),
        strategies::pivot_splitting().refusal);
}

Outcome plan_nests(const Call &call)
{
    call.require_size(0, 0);
    require_source(call);
    return proposed(call, call.session().planned_nests(),
                    "the region is one nest, or no strategy is for nests like those that it has");
}

transform::MatrixView plan_around(const Call &call)
{
    if (call.size() == 0)
        throw call.wrong_arguments();
    std::set<std::string> labels;
    for (std::size_t k = 0; k < call.size(); ++k)
        for (const transform::Statement *statement : statements_in(call.view(), call.prefix(k)))
            labels.insert(statement->label);
    std::optional<transform::MatrixView> planned = call.session().planned_around(labels);
    if (!planned)
        throw nothing_to_do(call, "there are no other nests of two loops or more, or they are "
                                  "parts of what was split or has another layout, or they cannot "
                                  "be planned within the budget");
    return std::move(*planned);
}

Outcome parallel_if_it_pays(const Call &call)
{
    call.require_size(0, 0);
    Outcome result = call.outcome();
    result.weighs_threads = true;
    return result;
}

Outcome source_if_too_little(const Call &call)
{
    call.require_size(0, 0);
    Outcome result = call.outcome();
    result.keeps_small_source = true;
    return result;
}

Outcome source_if_fewer(const Call &call)
{
    call.require_size(1, 2);
    Outcome result = call.outcome();
    result.least_instances = double(call.position(0, "a number of instances"));
    result.least_lengths.clear();
    if (call.size() > 1)
        for (std::size_t length : call.positions(1, "lengths of dimensions"))
            result.least_lengths.push_back(double(length));
    return result;
}

Outcome keep_source(const Call &call)
{
    call.require_size(0, 0);
    require_source(call);
    Outcome result = call.outcome();
    result.keeps_source = true;
    return result;
}

} // namespace

std::vector<Binding> bindings_of(const std::vector<strategies::Strategy> &strategies)
{
    std::vector<Binding> result;
    for (const strategies::Strategy &strategy : strategies)
        result.push_back({strategy.name, strategy.name + "()", [strategy](const Call &call) {
                              call.require_size(0, 0);
                              return by_strategy(call, strategy);
                          }});
    return result;
}

/// Those with arguments have functions of their own.
std::vector<Binding> strategy_bindings()
{
    std::vector<Binding> result = {
        {"time_tile", "time_tile(loop) or time_tile(loop, {size, ...})", time_tile},
        {"vector_rows", "vector_rows()", vector_rows},
        {"recurrences_in_strips",
         "recurrences_in_strips(), recurrences_in_strips(place) or recurrences_in_strips(place, "
         "size)",
         recurrences_in_strips},
        {"row_blocks", "row_blocks() or row_blocks(rows)", row_blocks},
        {"split_pivot", "split_pivot() or split_pivot(place)", split_pivot},
        {"plan_nests", "plan_nests()", plan_nests},
        {"plan_around", "plan_around(statement or loop, ...)", plan_around},
        {"parallel_if_it_pays", "parallel_if_it_pays()", parallel_if_it_pays},
        {"source_if_too_little", "source_if_too_little()", source_if_too_little},
        {"source_if_fewer",
         "source_if_fewer(instances) or source_if_fewer(instances, {length, ...})",
         source_if_fewer},
        {"keep_source", "keep_source()", keep_source},
    };
    for (Binding &binding : bindings_of(strategies::registry()))
        if (std::ranges::find(result, binding.name, &Binding::name) == result.end())
            result.push_back(std::move(binding));
    return result;
}

} // namespace espalier::script
