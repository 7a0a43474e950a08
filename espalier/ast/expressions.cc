#include "espalier/ast/expressions.h"

#include "espalier/ast/translator.h"
#include "espalier/presburger/coalesce.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <cstdlib>

namespace espalier::ast {

ExpressionPtr integer(const isl::val &value)
{
    char *digits = isl_val_to_str(value.get());
    std::string text = digits;
    std::free(digits);
    return std::make_shared<const Expression>(Expression{Operator::integer, std::move(text), {}});
}

ExpressionPtr integer(long value)
{
    return std::make_shared<const Expression>(
        Expression{Operator::integer, std::to_string(value), {}});
}

bool is_integer(const Expression &expression, long value)
{
    return expression.op == Operator::integer && expression.text == std::to_string(value);
}

ExpressionPtr name(const std::string &text)
{
    return std::make_shared<const Expression>(Expression{Operator::name, text, {}});
}

ExpressionPtr apply(Operator op, std::vector<ExpressionPtr> operands)
{
    return std::make_shared<const Expression>(Expression{op, "", std::move(operands)});
}

ExpressionPtr join(Operator op, const std::vector<ExpressionPtr> &operands)
{
    ExpressionPtr result;
    for (const ExpressionPtr &operand : operands)
        result = result ? apply(op, {result, operand}) : operand;
    return result;
}

ExpressionPtr triangle_number(const ExpressionPtr &row)
{
    if (row->op == Operator::integer && row->text == "0")
        return row;
    const ExpressionPtr next = apply(Operator::add, {row, integer(1)});
    return apply(Operator::divide_exactly, {apply(Operator::multiply, {row, next}), integer(2)});
}

bool relies_on_place(const ExpressionPtr &expression)
{
    return expression->op == Operator::divide_exactly ||
           expression->op == Operator::divide_nonneg ||
           expression->op == Operator::remainder_nonneg ||
           std::ranges::any_of(expression->operands, relies_on_place);
}

namespace {

/// An estimate of how long the condition for a set is.
std::size_t complexity(const isl::set &set)
{
    std::size_t result = 0;
    isl::set explicit_set = isl::manage(isl_set_compute_divs(set.copy()));
    explicit_set.foreach_basic_set([&](const isl::basic_set &part) {
        for (const Constraint &constraint : constraints(part))
            result += constraint.has_division ? (constraint.is_equality ? 2 : 4) : 1;
    });
    return result;
}

ExpressionPtr to_expression(const isl::aff &function, const std::vector<ExpressionPtr> &iterators,
                            Knowledge &knowledge)
{
    bool may_simplify = isl_aff_involves_locals(function.get()) && knowledge.has_strides();
    isl::aff simple = may_simplify ? function.gist(knowledge.set()) : function;
    return Translator(simple, iterators, knowledge).value(numerator(simple), denominator(simple));
}

/// A function on a part of its domain.
struct Piece {
    isl::set domain;
    isl::aff value;
};

std::vector<Piece> pieces(const isl::pw_aff &function)
{
    std::vector<Piece> result;
    auto add = [](isl_set *domain, isl_aff *value, void *user) {
        static_cast<std::vector<Piece> *>(user)->push_back(
            {isl::manage(domain), isl::manage(value)});
        return isl_stat_ok;
    };
    isl_pw_aff_foreach_piece(function.get(), add, &result);
    return result;
}

/// A function with what is known where it is defined.
struct Operand {
    isl::aff value;
    Knowledge knowledge;
};

/// A part of a function's domain, where its value is the minimum or maximum of all operands.
struct Group {
    isl::set domain;
    Operator extremum;
    std::vector<Operand> operands;
};

/// Whether one function is the extremum of two where it is defined.
bool wins(Operand &one, const Operand &other, Operator extremum)
{
    isl::aff lead =
        extremum == Operator::maximum ? one.value.sub(other.value) : other.value.sub(one.value);
    std::optional<isl::val> least = one.knowledge.lower_bound(lead);
    return least && least->is_nonneg();
}

bool is_integral(const Operand &operand) { return denominator(operand.value).is_one(); }

/// Whether the extremum of the group and another function is the value in the domains of both. A
/// fraction is only known to be an integer in its own domain.
bool fits(Group &group, Operand &added, Operator extremum)
{
    bool has_other_extremum = group.operands.size() > 1 && group.extremum != extremum;
    return !has_other_extremum && is_integral(added) &&
           std::ranges::all_of(group.operands, [&](Operand &operand) {
               return is_integral(operand) && wins(added, operand, extremum) &&
                      wins(operand, added, extremum);
           });
}

/// Whether two functions are the same where the first is defined.
bool agrees(Operand &one, const Operand &other)
{
    return wins(one, other, Operator::maximum) && wins(one, other, Operator::minimum);
}

/// Adds a function's domain to a group, if one of its function and the group's is enough for both.
bool absorb(Group &group, Operand &added, const isl::set &domain)
{
    Operand &old = group.operands.front();
    bool keeps_old = is_integral(old) && agrees(added, old);
    if (group.operands.size() > 1 || !(keeps_old || (is_integral(added) && agrees(old, added))))
        return false;
    group.domain = group.domain.unite(domain);
    isl::set all = old.knowledge.set().unite(added.knowledge.set());
    old = {keeps_old ? old.value : added.value, Knowledge(all)};
    return true;
}

void add(std::vector<Group> &groups, const Piece &piece, const isl::set &known)
{
    Operand operand = {piece.value, Knowledge(known.intersect(piece.domain))};
    for (Group &group : groups)
        if (absorb(group, operand, piece.domain))
            return;
    for (Group &group : groups)
        for (Operator extremum : {Operator::maximum, Operator::minimum})
            if (fits(group, operand, extremum)) {
                group.extremum = extremum;
                group.domain = group.domain.unite(piece.domain);
                group.operands.push_back(std::move(operand));
                return;
            }
    groups.push_back({piece.domain, Operator::maximum, {std::move(operand)}});
}

std::vector<Group> grouped(const isl::pw_aff &function, const isl::set &known)
{
    std::vector<Group> result;
    for (const Piece &piece : pieces(function))
        add(result, piece, known);
    return result;
}

ExpressionPtr value(const Group &group, const Place &place)
{
    Knowledge knowledge(place.known.intersect(group.domain));
    std::vector<ExpressionPtr> operands;
    for (const Operand &operand : group.operands)
        operands.push_back(to_expression(operand.value, place.iterators, knowledge));
    return join(group.extremum, operands);
}

/// The value of the group that a point is in.
ExpressionPtr choose(std::vector<Group> groups, const Place &place)
{
    if (groups.size() == 1)
        return value(groups.front(), place);
    auto chosen = std::ranges::min_element(
        groups, {}, [](const Group &group) { return complexity(group.domain); });
    ExpressionPtr condition = to_condition(chosen->domain, place), yes = value(*chosen, place);
    Place elsewhere = place;
    if (groups.size() > 2)
        elsewhere.known = place.known.subtract(chosen->domain);
    groups.erase(chosen);
    ExpressionPtr no = choose(std::move(groups), elsewhere);
    bool is_guarded = relies_on_place(yes) || relies_on_place(no);
    return apply(is_guarded ? Operator::conditional : Operator::select, {condition, yes, no});
}

} // namespace

ExpressionPtr to_expression(const isl::pw_aff &function, const Place &place)
{
    isl::space space = isl::manage(isl_pw_aff_get_domain_space(function.get()));
    if (!isl_space_has_equal_params(space.get(), place.known.space().get())) {
        Place here = {isl::manage(isl_set_align_params(place.known.copy(), space.release())),
                      place.iterators};
        isl_pw_aff *there = isl_pw_aff_align_params(function.copy(), here.known.space().release());
        return to_expression(isl::manage(there), here);
    }
    if (isl_pw_aff_n_piece(function.get()) == 1) {
        Piece piece = pieces(function).front();
        bool is_simple = !isl_aff_involves_locals(piece.value.get()) ||
                         isl_set_plain_is_universe(piece.domain.get());
        Knowledge knowledge(is_simple ? place.known : place.known.intersect(piece.domain));
        return to_expression(piece.value, place.iterators, knowledge);
    }
    std::vector<Group> groups = grouped(function, place.known);
    if (groups.size() > 1)
        groups = grouped(presburger::coalesced(function).gist(place.known), place.known);
    if (groups.size() < 2)
        return groups.empty() ? integer(0) : value(groups.front(), place);
    isl::set defined = place.known.intersect(presburger::coalesced(function.domain()));
    return choose(std::move(groups), {defined, place.iterators});
}

} // namespace espalier::ast
