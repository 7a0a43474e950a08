#include "espalier/ast/value_ranges.h"

#include <algorithm>

namespace espalier::ast {

namespace {

/// A value may not be within the limits.
struct OutOfRange {};

Interval hull(const Interval &one, const Interval &other)
{
    return {std::min(one.least, other.least), std::max(one.greatest, other.greatest)};
}

/// Of values x op y, where op is monotonic in both.
template <typename Operation>
Interval of_corners(const Interval &left, const Interval &right, const Operation &operation)
{
    const auto [least, greatest] =
        std::minmax({mpz_class(operation(left.least, right.least)),
                     mpz_class(operation(left.least, right.greatest)),
                     mpz_class(operation(left.greatest, right.least)),
                     mpz_class(operation(left.greatest, right.greatest))});
    return {least, greatest};
}

mpz_class floor_quotient(const mpz_class &dividend, const mpz_class &divisor)
{
    mpz_class result;
    mpz_fdiv_q(result.get_mpz_t(), dividend.get_mpz_t(), divisor.get_mpz_t());
    return result;
}

class RangeAnalysis {
public:
    RangeAnalysis(const Interval &limits, Intervals names)
        : limits_(limits), names_(std::move(names))
    {
    }

    /// \throws OutOfRange
    Interval of(const Expression &expression) const
    {
        const Interval result = value(expression);
        if (!limits_.contains(result))
            throw OutOfRange();
        return result;
    }

    /// \throws OutOfRange
    void visit(const Node &node)
    {
        std::visit([this](const auto &kind) { this->visit(kind); }, node.node);
    }

private:
    Interval value(const Expression &expression) const
    {
        auto operand = [&](std::size_t k) { return of(*expression.operands[k]); };
        switch (expression.op) {
        case Operator::integer:
            return {mpz_class(expression.text), mpz_class(expression.text)};
        case Operator::name: {
            auto found = names_.find(expression.text);
            if (found == names_.end())
                throw OutOfRange();
            return found->second;
        }
        case Operator::negate: {
            const Interval of_operand = operand(0);
            return {-of_operand.greatest, -of_operand.least};
        }
        case Operator::add: {
            const Interval left = operand(0), right = operand(1);
            return {left.least + right.least, left.greatest + right.greatest};
        }
        case Operator::subtract: {
            const Interval left = operand(0), right = operand(1);
            return {left.least - right.greatest, left.greatest - right.least};
        }
        case Operator::multiply:
            return of_corners(operand(0), operand(1),
                              [](const mpz_class &x, const mpz_class &y) { return x * y; });
        case Operator::minimum:
            return of_corners(operand(0), operand(1), [](const mpz_class &x, const mpz_class &y) {
                return std::min(x, y);
            });
        case Operator::maximum:
            return of_corners(operand(0), operand(1), [](const mpz_class &x, const mpz_class &y) {
                return std::max(x, y);
            });
        case Operator::divide_exactly:
        case Operator::divide_floor:
        case Operator::divide_nonneg:
            return quotient(operand(0), operand(1));
        case Operator::remainder_nonneg:
        case Operator::remainder_or_zero:
            return remainder(operand(0), operand(1));
        case Operator::conditional:
        case Operator::select:
            operand(0);
            return hull(operand(1), operand(2));
        default:
            for (const ExpressionPtr &part : expression.operands)
                of(*part);
            return {0, 1}; // a truth value
        }
    }

    static Interval quotient(const Interval &dividend, const Interval &divisor)
    {
        if (divisor.least <= 0)
            throw OutOfRange();
        return of_corners(dividend, divisor, floor_quotient);
    }

    /// C's remainder has the sign of the dividend.
    static Interval remainder(const Interval &dividend, const Interval &divisor)
    {
        if (divisor.least <= 0)
            throw OutOfRange();
        const mpz_class most = divisor.greatest - 1;
        return {dividend.least < 0 ? mpz_class(-most) : mpz_class(0), most};
    }

    void visit(const For &loop)
    {
        Interval values = of(*loop.init);
        if (!loop.is_degenerate()) {
            const mpz_class last = std::max(values.least, last_value(loop));
            const mpz_class behind = last + of(*loop.step).greatest;
            values.greatest = std::max(values.greatest, behind);
            if (!limits_.contains(values))
                throw OutOfRange();
            names_[loop.iterator] = values;
            of(*loop.condition);
            values.greatest = last;
        }
        names_[loop.iterator] = values;
        visit(*loop.body);
    }

    /// What the loop variable is at most where the condition holds.
    mpz_class last_value(const For &loop)
    {
        std::optional<mpz_class> result;
        if (loop.role && loop.role->registers > 0)
            result = loop.role->registers - 1;
        names_[loop.iterator] = {0, 0};
        if (loop.condition)
            bound(*loop.condition, loop.iterator, result);
        if (!result)
            throw OutOfRange();
        return *result;
    }

    /// The variable counts as 0 meanwhile.
    void bound(const Expression &condition, const std::string &iterator,
               std::optional<mpz_class> &result) const
    {
        if (condition.op == Operator::logical_and || condition.op == Operator::and_then) {
            for (const ExpressionPtr &part : condition.operands)
                bound(*part, iterator, result);
            return;
        }
        const bool is_less = condition.op == Operator::less || condition.op == Operator::less_equal;
        const bool is_greater =
            condition.op == Operator::greater || condition.op == Operator::greater_equal;
        if (!is_less && !is_greater)
            return;
        const Expression &low = *condition.operands[is_less ? 0 : 1],
                         &high = *condition.operands[is_less ? 1 : 0];
        const std::optional<mpz_class> in_low = factor(low, iterator),
                                       in_high = factor(high, iterator);
        if (!in_low || !in_high || *in_low <= *in_high)
            return;
        const bool is_strict = condition.op == Operator::less || condition.op == Operator::greater;
        const mpz_class own = floor_quotient(
            of(high).greatest - of(low).least - (is_strict ? 1 : 0), *in_low - *in_high);
        result = result ? std::min(*result, own) : own;
    }

    /// By what an expression multiplies a variable; nothing where it does something else to it.
    static std::optional<mpz_class> factor(const Expression &expression, const std::string &name)
    {
        const auto &operands = expression.operands;
        switch (expression.op) {
        case Operator::name:
            return expression.text == name ? 1 : 0;
        case Operator::negate:
        case Operator::add:
        case Operator::subtract: {
            mpz_class result = 0;
            for (std::size_t k = 0; k < operands.size(); ++k) {
                const auto own = factor(*operands[k], name);
                if (!own)
                    return std::nullopt;
                const bool is_negative = expression.op == Operator::negate ||
                                         (expression.op == Operator::subtract && k > 0);
                result += is_negative ? mpz_class(-*own) : *own;
            }
            return result;
        }
        case Operator::multiply:
            for (std::size_t k = 0; k < 2; ++k)
                if (operands[k]->op == Operator::integer)
                    if (const auto own = factor(*operands[1 - k], name))
                        return mpz_class(operands[k]->text) * *own;
            [[fallthrough]];
        default:
            return mentions(expression, name) ? std::nullopt : std::optional<mpz_class>(0);
        }
    }

    static bool mentions(const Expression &expression, const std::string &name)
    {
        if (expression.op == Operator::name && expression.text == name)
            return true;
        return std::ranges::any_of(expression.operands, [&](const ExpressionPtr &operand) {
            return mentions(*operand, name);
        });
    }

    void visit(const If &choice)
    {
        of(*choice.condition);
        visit(*choice.yes);
        if (choice.no)
            visit(*choice.no);
    }

    void visit(const Block &block)
    {
        for (const NodePtr &child : block.children)
            visit(*child);
    }

    void visit(const User &user)
    {
        for (const ExpressionPtr &iterator : user.iterators)
            of(*iterator);
        for (const ExpressionPtr &value : user.values)
            of(*value);
    }

    void visit(const Mark &mark) { visit(*mark.body); }

    void visit(const Let &let)
    {
        names_[let.name] = of(*let.value);
        visit(*let.body);
    }

    Interval limits_;
    Intervals names_;
};

} // namespace

std::optional<Interval> range(const ExpressionPtr &expression, const Intervals &names)
{
    const mpz_class unlimited = mpz_class(1) << 1024;
    try {
        return RangeAnalysis({-unlimited, unlimited}, names).of(*expression);
    } catch (const OutOfRange &) {
        return std::nullopt;
    }
}

bool stays_within(const Interval &limits, const ExpressionPtr &expression, const Intervals &names)
{
    try {
        RangeAnalysis(limits, names).of(*expression);
    } catch (const OutOfRange &) {
        return false;
    }
    return true;
}

bool stays_within(const Interval &limits, const NodePtr &code, const Intervals &constants)
{
    try {
        RangeAnalysis(limits, constants).visit(*code);
    } catch (const OutOfRange &) {
        return false;
    }
    return true;
}

} // namespace espalier::ast
