// Random quasi-affine functions and sets at random places: the expressions have their values at
// every point, and no division is cheaper than its dividend allows.

#include "espalier/ast/expressions.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"
#include "tests/support/random_functions.h"
#include "tests/support/random_trees.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <isl/aff.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include <map>

namespace espalier::ast {
namespace {

/// An expression that has no value: it divides by zero, or has a cheap form that its operands do
/// not allow.
struct NoValue {};

/// Evaluates expressions, and holds every operator to its contract. Of operators that may evaluate
/// all operands, all operands are evaluated.
class Evaluator {
public:
    explicit Evaluator(const std::map<std::string, long> &values) : values_(values) {}

    long value(const ExpressionPtr &expression) const
    {
        const std::vector<ExpressionPtr> &operands = expression->operands;
        switch (expression->op) {
        case Operator::integer:
            return std::stol(expression->text);
        case Operator::name:
            return values_.at(expression->text);
        case Operator::negate:
            return -value(operands[0]);
        case Operator::conditional:
            return value(value(operands[0]) ? operands[1] : operands[2]);
        case Operator::select: {
            long condition = value(operands[0]), yes = value(operands[1]), no = value(operands[2]);
            return condition ? yes : no;
        }
        case Operator::and_then:
            return value(operands[0]) && value(operands[1]);
        case Operator::or_else:
            return value(operands[0]) || value(operands[1]);
        default:
            return binary(expression->op, value(operands[0]), value(operands[1]));
        }
    }

private:
    static long binary(Operator op, long left, long right)
    {
        switch (op) {
        case Operator::add:
            return left + right;
        case Operator::subtract:
            return left - right;
        case Operator::multiply:
            return left * right;
        case Operator::minimum:
            return std::min(left, right);
        case Operator::maximum:
            return std::max(left, right);
        case Operator::equal:
            return left == right;
        case Operator::less:
            return left < right;
        case Operator::less_equal:
            return left <= right;
        case Operator::greater:
            return left > right;
        case Operator::greater_equal:
            return left >= right;
        case Operator::logical_and:
            return left && right;
        case Operator::logical_or:
            return left || right;
        default:
            return division(op, left, right);
        }
    }

    static long division(Operator op, long dividend, long divisor)
    {
        bool needs_sign = op == Operator::divide_nonneg || op == Operator::remainder_nonneg;
        if (divisor <= 0 || (needs_sign && dividend < 0) ||
            (op == Operator::divide_exactly && dividend % divisor != 0))
            throw NoValue();
        if (op == Operator::remainder_nonneg || op == Operator::remainder_or_zero)
            return dividend % divisor;
        return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
    }

    const std::map<std::string, long> &values_;
};

const std::vector<std::string> constants = {"n", "m"};
constexpr std::size_t dimensions = 2;
constexpr unsigned tries = 2500;

/// Draws functions and sets in n, m, x0, x1, in isl's notation.
class Formulas {
public:
    explicit Formulas(test::Random &random) : random_(random) {}

    /// [n, m] -> { [x0, x1] -> [v] }, of one piece or several.
    std::string function()
    {
        switch (random_.between(0, 8)) {
        case 0:
            return formula(fmt::format("[({})] : {}", quasi_affine(2), conjunction()),
                           fmt::format("[({})] : {}", quasi_affine(1), conjunction()));
        case 1: {
            std::string one = quasi_affine(1), other = quasi_affine(1);
            return formula(
                fmt::format("[({0})] : {0} {2} {1}", one, other, random_.chance(50) ? ">=" : "<"),
                fmt::format("[({1})] : not ({0} {2} {1})", one, other, "<="));
        }
        default:
            return formula(fmt::format("[({})]", quasi_affine(2)), "");
        }
    }

    /// [n, m] -> { [x0, x1] }
    std::string set(std::size_t max_parts)
    {
        std::string result = conjunction();
        for (long k = random_.between(0, long(max_parts)); k > 0; --k)
            result += " or " + conjunction();
        return fmt::format("[n, m] -> {{ [x0, x1] : {} }}", result);
    }

private:
    static std::string formula(const std::string &one, const std::string &other)
    {
        return fmt::format("[n, m] -> {{ [x0, x1] -> {}{}{} }}", one,
                           other.empty() ? "" : "; [x0, x1] -> ", other);
    }

    std::string affine()
    {
        std::string result = std::to_string(random_.between(-9, 10));
        for (const char *variable : {"n", "m", "x0", "x1"})
            if (random_.chance(40))
                result += fmt::format(" + {}{}", random_.between(-3, 5), variable);
        return result;
    }

    std::string quasi_affine(unsigned depth)
    {
        if (depth == 0 || random_.chance(20))
            return affine();
        std::string inner = quasi_affine(depth - 1);
        long divisor = random_.between(2, 9);
        switch (random_.between(0, 5)) {
        case 0:
            return fmt::format("floor(({})/{}) + {}", inner, divisor, affine());
        case 1:
            return fmt::format("({}) mod {}", inner, divisor);
        case 2:
            return fmt::format("{1} * floor(({0})/{1})", inner, divisor);
        case 3:
            return fmt::format("{} * floor(({})/{}) + {}", random_.between(-5, 6), inner, divisor,
                               quasi_affine(depth - 1));
        default:
            return fmt::format("floor(({})/{})", inner, divisor);
        }
    }

    std::string constraint()
    {
        switch (random_.between(0, 8)) {
        case 0:
            return fmt::format("({}) mod {} = {}", affine(), random_.between(2, 5),
                               random_.between(0, 2));
        case 1:
            return fmt::format("({}) mod {} >= {}", affine(), random_.between(3, 6),
                               random_.between(1, 3));
        case 2:
            return fmt::format("{} >= {}", affine(), quasi_affine(1));
        case 3:
            return fmt::format("(exists a : {} = {}a)", affine(), random_.between(2, 6));
        case 4:
            return fmt::format("{} = {}", affine(), random_.between(-3, 10));
        default:
            return fmt::format(
                "{} >= {}",
                random_.pick(std::vector<std::string>{"n", "m", "x0", "x1", "n - x0", "x1 - x0"}),
                random_.between(-3, 6));
        }
    }

    std::string conjunction()
    {
        std::string result = "(" + constraint();
        for (long k = random_.between(0, 4); k > 0; --k)
            result += " and " + constraint();
        return result + ")";
    }

    test::Random &random_;
};

/// One assignment to all variables.
struct Point {
    std::map<std::string, long> values;
    isl::point point; ///< [n, m] -> { [x0, x1] }
};

std::vector<Point> points(isl::ctx ctx)
{
    std::vector<Point> result;
    test::Random random(ctx, 7);
    isl::space space = isl::set(ctx, "[n, m] -> { [x0, x1] }").space();
    for (int k = 0; k < 60; ++k) {
        isl_point *point = isl_point_zero(space.copy());
        std::map<std::string, long> values;
        long range = k < 40 ? 8 : 100;
        auto set = [&](isl_dim_type type, int position, const std::string &variable) {
            long value = random.between(-range, range + 1);
            values[variable] = value;
            point = isl_point_set_coordinate_val(point, type, position,
                                                 isl_val_int_from_si(ctx.get(), value));
        };
        set(isl_dim_param, 0, "n");
        set(isl_dim_param, 1, "m");
        set(isl_dim_set, 0, "x0");
        set(isl_dim_set, 1, "x1");
        result.push_back({values, isl::manage(point)});
    }
    return result;
}

bool contains(const isl::set &set, const isl::point &point)
{
    return isl::set(point).is_subset(set);
}

class ExpressionsPropertyTest : public testing::Test {
protected:
    Place place(const isl::set &known) { return {known, {name("x0"), name("x1")}}; }

    /// What an expression evaluates to; text that says so if it has no value.
    static std::string evaluate(const ExpressionPtr &expression, const Point &point)
    {
        try {
            return std::to_string(Evaluator(point.values).value(expression));
        } catch (const NoValue &) {
            return "no value";
        }
    }

    presburger::Context context;
    isl::set everywhere = isl::set(context.get(), "[n, m] -> { [x0, x1] }");
    std::vector<Point> all = points(context.get());
    std::size_t compared = 0;
};

TEST_F(ExpressionsPropertyTest, FunctionsKeepTheirValues)
{
    for (unsigned seed = test::first_seed(); seed < test::first_seed() + tries; ++seed) {
        test::Random random(context.get(), seed);
        Formulas formulas(random);
        isl::pw_aff function(context.get(), formulas.function());
        isl::set known = random.chance(20) ? everywhere : isl::set(context.get(), formulas.set(2));
        ExpressionPtr expression = to_expression(function, place(known));
        isl::set defined = known.intersect(function.domain());
        for (const Point &point : all) {
            if (!contains(defined, point.point))
                continue;
            ++compared;
            isl::val expected = function.eval(point.point);
            ASSERT_EQ(evaluate(expression, point), std::to_string(expected.num_si()))
                << "seed " << seed << ": " << presburger::to_string(function) << " in "
                << presburger::to_string(known) << " at " << presburger::to_string(point.point);
        }
    }
    EXPECT_GT(compared, 20000u);
}

TEST_F(ExpressionsPropertyTest, ConditionsKeepTheirTruth)
{
    for (unsigned seed = test::first_seed(); seed < test::first_seed() + tries; ++seed) {
        test::Random random(context.get(), seed);
        Formulas formulas(random);
        isl::set set(context.get(), formulas.set(3));
        isl::set known = random.chance(20) ? everywhere : isl::set(context.get(), formulas.set(2));
        ExpressionPtr expression = to_condition(set, place(known));
        for (const Point &point : all) {
            if (!contains(known, point.point))
                continue;
            ++compared;
            ASSERT_EQ(evaluate(expression, point), contains(set, point.point) ? "1" : "0")
                << "seed " << seed << ": " << presburger::to_string(set) << " in "
                << presburger::to_string(known) << " at " << presburger::to_string(point.point);
        }
    }
    EXPECT_GT(compared, 20000u);
}

} // namespace
} // namespace espalier::ast
