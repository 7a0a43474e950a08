#include "espalier/ast/for_node.h"

#include "espalier/presburger/bounds.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <map>

namespace espalier::ast {

namespace {

/// { [t] } of a set { [t, i] }.
isl::set without_last(const isl::set &set)
{
    return presburger::without_dimension(set, presburger::dimensions(set) - 1);
}

/// { [t] }: the values of the outer dimensions for which there is an i, or more.
isl::set shadow(const isl::set &set) { return presburger::without_unknown_divs(without_last(set)); }

/// { [t, i] -> [v] } of the least or greatest i of each t.
isl::pw_aff extreme(const isl::set &times, bool is_greatest)
{
    isl::map relation = presburger::last_by_others(times);
    isl::pw_multi_aff extreme =
        is_greatest ? relation.lexmax_pw_multi_aff() : relation.lexmin_pw_multi_aff();
    isl_pw_aff *value = isl_pw_aff_add_dims(extreme.at(0).release(), isl_dim_in, 1);
    return presburger::coalesced(isl::manage(value));
}

/// The bounds on the last dimension of a set. Those that the inner loops do not change come first:
/// compilers can take them out of these.
std::vector<presburger::Bound> bounds_by_dimensions(const isl::set &set)
{
    std::multimap<unsigned, presburger::Bound> ordered;
    for (const presburger::Bound &bound : presburger::bounds(set, presburger::dimensions(set) - 1))
        ordered.emplace(presburger::dimensions_used(bound.limit), bound);
    std::vector<presburger::Bound> result;
    for (const auto &[dimensions, bound] : ordered)
        result.push_back(bound);
    return result;
}

/// Builds the expressions of a loop at its place.
class ForBuilder {
public:
    /// \param known  { [t] }: what holds where the loop is reached
    ForBuilder(const Loop &loop, const Stock &stock, const isl::set &known)
        : loop_(loop), last_(presburger::dimensions(loop.bounds) - 1),
          place_(stock.place(presburger::lifted(known))), bounds_(bounds_by_dimensions(loop.bounds))
    {
        place_.iterators.push_back(nullptr);
    }

    ExpressionPtr init() const
    {
        std::vector<ExpressionPtr> firsts;
        for (const presburger::Bound &bound : bounds_)
            if (bound.is_lower)
                firsts.push_back(first_above(bound.limit));
        if (!firsts.empty())
            return join(Operator::maximum, firsts);
        if (!presburger::has_lower_bound(loop_.times, last_))
            throw Unbounded();
        return to_expression(extreme(loop_.times, false), place_);
    }

    /// Null if the loop does not end.
    ExpressionPtr condition(const ExpressionPtr &iterator) const
    {
        std::vector<isl::aff> limits;
        for (const presburger::Bound &bound : bounds_)
            if (!bound.is_lower)
                limits.push_back(bound.limit.floor());
        if (!limits.empty())
            return loop_.upper_bound == UpperBound::minimum ? below(iterator, limits)
                                                            : within_all(iterator);
        if (!presburger::has_upper_bound(loop_.times, last_))
            return nullptr;
        ExpressionPtr last = to_expression(extreme(loop_.times, true), place_);
        return apply(Operator::less_equal, {iterator, last});
    }

private:
    ExpressionPtr first_above(const isl::aff &limit) const
    {
        isl::aff first = loop_.stride ? loop_.stride->round_up(limit) : limit.ceil();
        return to_expression(isl::pw_aff(first), place_);
    }

    /// i <= n - 1 is written as i < n.
    ExpressionPtr below(const ExpressionPtr &iterator, const std::vector<isl::aff> &limits) const
    {
        bool is_strict = std::all_of(limits.begin(), limits.end(), [](const isl::aff &limit) {
            bool is_constant = isl_aff_is_cst(limit.get()) == isl_bool_true;
            return !is_constant && limit.constant_val().is_neg();
        });
        std::vector<ExpressionPtr> values;
        for (const isl::aff &limit : limits)
            values.push_back(
                to_expression(isl::pw_aff(is_strict ? limit.add_constant(1) : limit), place_));
        return apply(is_strict ? Operator::less : Operator::less_equal,
                     {iterator, join(Operator::minimum, values)});
    }

    /// One comparison for each upper bound.
    ExpressionPtr within_all(const ExpressionPtr &iterator) const
    {
        Place place = place_;
        place.iterators.back() = iterator;
        std::vector<ExpressionPtr> comparisons;
        for (const presburger::Bound &bound : bounds_)
            if (!bound.is_lower)
                comparisons.push_back(to_condition(bound.half_space(), place));
        return join(Operator::logical_and, comparisons);
    }

    const Loop &loop_;
    unsigned last_;
    Place place_;
    std::vector<presburger::Bound> bounds_;
};

/// What has to hold around the loop for the values of its stride to be integers.
isl::set implied_by_stride(const Loop &loop, const Stock &stock)
{
    isl::set nothing = isl::set::universe(stock.known().space());
    if (!loop.stride)
        return nothing;
    std::size_t depth = stock.depth();
    return without_last(loop.stride->constraint(depth)).gist(stock.generated());
}

} // namespace

Stock stock_of_body(const Loop &loop, const Stock &stock)
{
    auto depth = static_cast<unsigned>(stock.depth());
    isl::set generated = presburger::constraints_with(loop.bounds, depth);
    if (loop.stride)
        generated = generated.intersect(loop.stride->constraint(depth));
    return stock.with_loop(loop.number, generated,
                           presburger::constraints_without(loop.bounds, depth));
}

bool is_degenerate(const Loop &loop)
{
    unsigned last = presburger::dimensions(loop.bounds) - 1;
    std::vector<presburger::Bound> all = presburger::bounds(loop.bounds, last);
    auto is_lower = [](const presburger::Bound &bound) { return bound.is_lower; };
    bool has_both = std::any_of(all.begin(), all.end(), is_lower) &&
                    !std::all_of(all.begin(), all.end(), is_lower);
    return !has_both && presburger::last_by_others(loop.times).is_single_valued();
}

Stock stock_of_degenerate_body(const Loop &loop, const Stock &stock)
{
    isl::set anything = isl::set::universe(loop.times.space());
    return stock.with_loop(loop.number, loop.times, anything);
}

Graft make_degenerate_for(const Loop &loop, const Stock &stock, const Stock &body_stock,
                          Grafts body)
{
    isl::set has_value = without_last(loop.times).gist(stock.generated());
    isl::set guard = presburger::coalesced(presburger::with_known_divs(has_value));
    isl::set all_enforced = shadow(enforced(body, body_stock.generated()));
    body = simplified(std::move(body), body_stock.known());
    isl::set known = stock.generated().intersect(guard);
    Place place = stock.place(presburger::lifted(known));
    place.iterators.push_back(nullptr);
    For node{
        body_stock.dimensions().back().iterator->text,
        loop.number,
        to_expression(extreme(loop.times, false), place),
        nullptr,
        nullptr,
        with_guards(body, body_stock, body_stock.generated().intersect(presburger::lifted(guard))),
        loop.role};
    return {make_node(std::move(node)), guard, all_enforced};
}

Graft make_for(const Loop &loop, const Stock &stock, const Stock &body_stock, Grafts body)
{
    auto depth = static_cast<unsigned>(stock.depth());
    isl::set shared = shared_guard(body, body_stock.known());
    bool is_invariant = !presburger::involves(shared, depth);
    isl::set hoisted =
        is_invariant
            ? shared
            : presburger::shared_constraints(presburger::constraints_without(shared, depth));
    body = simplified(std::move(body), hoisted.intersect(body_stock.known()));

    isl::set enforced_by_bounds = presburger::constraints_with(loop.bounds, depth);
    isl::set all_enforced =
        shadow(enforced(body, body_stock.generated()).intersect(enforced_by_bounds));
    isl::set pending = without_last(presburger::constraints_without(loop.bounds, depth));
    isl::set guard = pending.gist(stock.known().intersect(all_enforced))
                         .intersect(without_last(hoisted))
                         .intersect(implied_by_stride(loop, stock));

    isl::set known = stock.generated().intersect(guard);
    ForBuilder builder(loop, stock, known);
    ExpressionPtr iterator = body_stock.dimensions().back().iterator;
    isl::set known_inside = body_stock.generated().intersect(presburger::lifted(guard));
    isl::val step = loop.stride ? loop.stride->step : isl::val::one(known.ctx());
    For node{iterator->text, loop.number,
             builder.init(), builder.condition(iterator),
             integer(step),  with_guards(body, body_stock, known_inside),
             loop.role};
    return {make_node(std::move(node)), guard, all_enforced};
}

} // namespace espalier::ast
