#include "espalier/ast/expressions.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"

#include "espalier/ast/translator.h"

#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace espalier::ast {

namespace {

/// The parts of a set, whose integer divisions are all explicit.
std::vector<isl::basic_set> parts_of(const isl::set &set)
{
    isl::set with_explicit_divisions = isl::manage(isl_set_compute_divs(set.copy()));
    std::vector<isl::basic_set> result;
    with_explicit_divisions.foreach_basic_set(
        [&](const isl::basic_set &part) { result.push_back(part); });
    return result;
}

/// A set with fewer constraints, which is the same in what is known.
isl::set simplified(const isl::set &set, const isl::set &known)
{
    if (isl_set_plain_is_universe(known.get()))
        return set;
    isl::set result = set.gist(known);
    // What equalities in `known` make of integer divisions takes another time.
    return result.involves_locals() ? result.gist(known) : result;
}

/// A set without those of its constraints that have integer divisions.
isl::set without_divisions(const isl::basic_set &set)
{
    auto divisions = static_cast<unsigned>(isl_basic_set_dim(set.get(), isl_dim_div));
    return isl::set(isl::manage(
        isl_basic_set_drop_constraints_involving_dims(set.copy(), isl_dim_div, 0, divisions)));
}

/// What all parts of a set obviously have in common.
isl::set common_constraints(const isl::set &set)
{
    return isl::set(isl::manage(isl_set_plain_unshifted_simple_hull(set.copy())));
}

bool is_true(const ExpressionPtr &condition)
{
    return condition->op == Operator::integer && condition->text == "1";
}

bool is_false(const ExpressionPtr &condition)
{
    return condition->op == Operator::integer && condition->text == "0";
}

/// Both of two conditions, the second of which was made where the first holds.
ExpressionPtr both(const ExpressionPtr &first, const ExpressionPtr &second)
{
    if (is_true(second) || is_false(first))
        return first;
    if (is_true(first) || is_false(second))
        return second;
    return apply(relies_on_place(second) ? Operator::and_then : Operator::logical_and,
                 {first, second});
}

/// Any of some conditions.
ExpressionPtr any(std::vector<ExpressionPtr> conditions)
{
    if (std::ranges::any_of(conditions, is_true))
        return integer(1);
    std::erase_if(conditions, is_false);
    return conditions.empty() ? integer(0) : join(Operator::logical_or, conditions);
}

/// All constraints of a set, those that the innermost loops do not change first: compilers can
/// take these out of the loops.
ExpressionPtr all_of(const isl::basic_set &set, const Place &place)
{
    std::vector<ExpressionPtr> result;
    Knowledge knowledge(place.known);
    std::multimap<unsigned, Constraint> by_dimensions;
    for (const Constraint &constraint : constraints(set))
        by_dimensions.emplace(presburger::dimensions_used(constraint.function), constraint);
    for (const auto &[dimensions, constraint] : by_dimensions)
        result.push_back(Translator(constraint.function, place.iterators, knowledge)
                             .comparison(numerator(constraint.function), constraint.is_equality));
    return result.empty() ? integer(1) : join(Operator::logical_and, result);
}

/// All constraints of a set; those without integer divisions come first, and help to simplify the
/// others.
ExpressionPtr conjunction(const isl::basic_set &set, const Place &place)
{
    isl::set first = without_divisions(set);
    if (isl_set_plain_is_universe(first.get()) || !set.involves_locals())
        return all_of(set, place);
    Place inside = {place.known.intersect(first), place.iterators};
    std::vector<ExpressionPtr> others;
    for (const isl::basic_set &part : parts_of(simplified(isl::set(set), inside.known)))
        others.push_back(all_of(part, inside));
    return both(all_of(parts_of(first).front(), place), any(others));
}

/// Whether it is easy to say where a set's only constraint does not hold.
bool has_simple_complement(const isl::basic_set &set)
{
    std::vector<Constraint> all = constraints(set);
    return all.size() == 1 && !all.front().is_equality && !all.front().has_division;
}

/// Any of the parts of a set; each is written as it is where the simple ones before it do not hold.
ExpressionPtr any_of(const isl::set &set, const Place &place)
{
    std::vector<isl::basic_set> all = parts_of(set), parts;
    std::ranges::copy_if(all, std::back_inserter(parts), has_simple_complement);
    std::size_t simple = parts.size();
    std::ranges::copy_if(all, std::back_inserter(parts), std::not_fn(has_simple_complement));
    std::vector<ExpressionPtr> result;
    isl::set open = place.known;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        isl::set part(parts[k]);
        for (const isl::basic_set &rest : parts_of(k == 0 ? part : simplified(part, open)))
            result.push_back(conjunction(rest, place));
        if (k < simple)
            open = open.subtract(part);
    }
    return any(result);
}

/// Whether a point is in a set of which nothing is implied by what is known.
ExpressionPtr formula(const isl::set &set, const Place &place)
{
    if (isl_set_plain_is_universe(set.get()))
        return integer(1);
    if (set.is_empty())
        return integer(0);
    if (isl_set_n_basic_set(set.get()) == 1)
        return any_of(set, place);
    isl::set all = presburger::coalesced(set), common = common_constraints(all);
    if (isl_set_plain_is_universe(common.get()))
        return any_of(all, place);
    Place inside = {place.known.intersect(common), place.iterators};
    return both(formula(common, place), any_of(simplified(all, inside.known), inside));
}

} // namespace

ExpressionPtr to_condition(const isl::set &set, const Place &place)
{
    if (!isl_space_has_equal_params(set.space().get(), place.known.space().get())) {
        Place here = {isl::manage(isl_set_align_params(place.known.copy(), set.space().release())),
                      place.iterators};
        isl_set *there = isl_set_align_params(set.copy(), here.known.space().release());
        return to_condition(isl::manage(there), here);
    }
    return formula(simplified(set, place.known), place);
}

} // namespace espalier::ast
