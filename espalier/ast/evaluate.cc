#include "espalier/ast/evaluate.h"

#include "espalier/base/checked.h"
#include "espalier/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace espalier::ast {

namespace {

long floor_divide(long dividend, long divisor)
{
    return dividend / divisor - ((dividend % divisor != 0) && ((dividend < 0) != (divisor < 0)));
}

[[noreturn]] void complain_of_missing_value(const std::string &name)
{
    throw Error(Fault::espalier, DiagnosticKind::internal_error,
                fmt::format("the code uses {}, which has no value", name));
}

long value(const std::string &name, const Values &values)
{
    auto found = values.find(name);
    if (found == values.end())
        complain_of_missing_value(name);
    return found->second;
}

long number(const std::string &text)
{
    long result = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), result).ec != std::errc())
        throw NumberTooLarge();
    return result;
}

/// The value of an expression that is neither a number nor a name.
/// \param operand  gives the value of one operand; asked only for those that the value takes
template <class Operand>
long compute(Operator op, const Operand &operand)
{
    switch (op) {
    case Operator::integer:
    case Operator::name:
        break;
    case Operator::negate:
        return checked_product(-1, operand(0));
    case Operator::add:
        return checked_sum(operand(0), operand(1));
    case Operator::subtract:
        return checked_sum(operand(0), checked_product(-1, operand(1)));
    case Operator::multiply:
        return checked_product(operand(0), operand(1));
    case Operator::minimum:
        return std::min(operand(0), operand(1));
    case Operator::maximum:
        return std::max(operand(0), operand(1));
    case Operator::divide_exactly:
    case Operator::divide_nonneg:
        return operand(0) / operand(1);
    case Operator::divide_floor:
        return floor_divide(operand(0), operand(1));
    case Operator::remainder_nonneg:
    case Operator::remainder_or_zero:
        return operand(0) % operand(1);
    case Operator::conditional:
    case Operator::select:
        return operand(0) ? operand(1) : operand(2);
    case Operator::equal:
        return operand(0) == operand(1);
    case Operator::less:
        return operand(0) < operand(1);
    case Operator::less_equal:
        return operand(0) <= operand(1);
    case Operator::greater:
        return operand(0) > operand(1);
    case Operator::greater_equal:
        return operand(0) >= operand(1);
    case Operator::and_then:
    case Operator::logical_and:
        return operand(0) && operand(1);
    case Operator::or_else:
    case Operator::logical_or:
        return operand(0) || operand(1);
    }
    return 0;
}

} // namespace

long evaluate(const Expression &expression, const Values &values)
{
    if (expression.op == Operator::integer)
        return number(expression.text);
    if (expression.op == Operator::name)
        return value(expression.text, values);
    return compute(expression.op,
                   [&](std::size_t k) { return evaluate(*expression.operands[k], values); });
}

Valuation::Valuation(const Values &values)
{
    for (const auto &[name, value] : values)
        define(number(name), value);
}

std::size_t Valuation::number(const std::string &name)
{
    const auto [known, is_new] = numbers_.try_emplace(name, values_.size());
    if (is_new)
        values_.emplace_back();
    return known->second;
}

long Valuation::value(const Expression &expression) { return value_of(terms_[term(expression)]); }

std::size_t Valuation::term(const Expression &expression)
{
    if (auto known = known_.find(&expression); known != known_.end())
        return known->second;
    Term result = {expression.op, 0, {}};
    if (expression.op == Operator::integer)
        result.number = ast::number(expression.text);
    if (expression.op == Operator::name)
        result.number = long(number(expression.text));
    for (std::size_t k = 0; k < expression.operands.size(); ++k)
        result.operands[k] = term(*expression.operands[k]);
    terms_.push_back(result);
    return known_[&expression] = terms_.size() - 1;
}

long Valuation::value_of(const Term &term) const
{
    if (term.op == Operator::integer)
        return term.number;
    if (term.op == Operator::name)
        return value_of_name(std::size_t(term.number));
    return compute(term.op, [&](std::size_t k) { return value_of(terms_[term.operands[k]]); });
}

long Valuation::value_of_name(std::size_t number) const
{
    if (const std::optional<long> &value = values_[number])
        return *value;
    const auto name =
        std::ranges::find(numbers_, number, [](const auto &known) { return known.second; });
    complain_of_missing_value(name->first);
}

} // namespace espalier::ast
