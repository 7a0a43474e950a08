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

long value(const std::string &name, const Values &values)
{
    auto found = values.find(name);
    if (found == values.end())
        throw Error(Fault::espalier, DiagnosticKind::internal_error,
                    fmt::format("the code uses {}, which has no value", name));
    return found->second;
}

long number(const std::string &text)
{
    long result = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), result).ec != std::errc())
        throw NumberTooLarge();
    return result;
}

} // namespace

long evaluate(const Expression &expression, const Values &values)
{
    auto operand = [&](std::size_t k) { return evaluate(*expression.operands[k], values); };
    switch (expression.op) {
    case Operator::integer:
        return number(expression.text);
    case Operator::name:
        return value(expression.text, values);
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

} // namespace espalier::ast
