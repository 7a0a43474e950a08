#include "espalier/targets/c/expression_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace espalier::targets {

using ast::Operator;

/// C text with what its context needs to know.
struct ExpressionPrinter::Text {
    std::string text;
    int level;              ///< precedence, larger binds tighter
    bool is_wide;           ///< computed in the wide type
    double least, greatest; ///< bounds of the value

    std::string at(int min_level) const { return level < min_level ? "(" + text + ")" : text; }
};

namespace {

constexpr int or_level = 3, and_level = 4, equality_level = 8, relation_level = 9, sum_level = 11,
              product_level = 12, prefix_level = 13, primary = 15;
constexpr double int_limit = 2147483647.0;
const double unbounded = std::numeric_limits<double>::infinity();

} // namespace

std::string ExpressionPrinter::expression(const ast::ExpressionPtr &expression)
{
    return render(expression).text;
}

std::string ExpressionPrinter::operand(const ast::ExpressionPtr &expression)
{
    return render(expression).at(prefix_level);
}

ExpressionPrinter::Text ExpressionPrinter::render_name(const std::string &name)
{
    for (const program::Parameter &parameter : program_.parameters) {
        if (parameter.id.name() != name)
            continue;
        double least = parameter.least.num_si(), greatest = parameter.greatest.num_si();
        bool fits_int = least >= -int_limit - 1 && greatest <= int_limit;
        if (parameter.is_wide || (fits_int && least < 0))
            return {name, primary, parameter.is_wide, least, greatest};
        // Unsigned arithmetic would wrap around.
        return {fmt::format("({}){}", program_.wide_type, name), prefix_level, true, least,
                greatest};
    }
    return {name, primary, true, -unbounded, unbounded};
}

ExpressionPrinter::Text ExpressionPrinter::render(const ast::ExpressionPtr &node)
{
    const ast::Expression &expression = *node;
    switch (expression.op) {
    case Operator::integer: {
        double value = std::strtod(expression.text.c_str(), nullptr); // may be infinite
        bool is_negative = value < 0;
        return {expression.text, is_negative ? prefix_level : primary,
                value < -int_limit || value > int_limit, value, value};
    }
    case Operator::name:
        return render_name(expression.text);
    case Operator::minimum:
        return render_call(Helper::minimum, names_.minimum, expression);
    case Operator::maximum:
        return render_call(Helper::maximum, names_.maximum, expression);
    case Operator::divide_floor:
        return render_call(Helper::floor_division, names_.floor_division, expression);
    case Operator::negate:
    case Operator::add:
    case Operator::subtract:
    case Operator::multiply:
        return render_arithmetic(expression);
    case Operator::conditional:
    case Operator::select: {
        Text condition = render(expression.operands[0]), yes = render(expression.operands[1]),
             no = render(expression.operands[2]);
        return {
            fmt::format("{} ? {} : {}", condition.at(or_level), yes.at(or_level), no.at(or_level)),
            2, yes.is_wide || no.is_wide, std::min(yes.least, no.least),
            std::max(yes.greatest, no.greatest)};
    }
    default:
        return render_infix(expression);
    }
}

ExpressionPrinter::Text ExpressionPrinter::render_call(Helper helper, const std::string &name,
                                                       const ast::Expression &expression)
{
    used_helpers.insert(helper);
    return {fmt::format("{}({}, {})", name, this->expression(expression.operands[0]),
                        this->expression(expression.operands[1])),
            primary, true, -unbounded, unbounded};
}

/// Sums and products: an `int` that could overflow is widened first.
ExpressionPrinter::Text ExpressionPrinter::render_arithmetic(const ast::Expression &expression)
{
    bool is_negation = expression.op == Operator::negate;
    Text left = is_negation ? Text{"", primary, false, 0, 0} : render(expression.operands[0]);
    Text right = render(expression.operands.back());
    bool is_product = expression.op == Operator::multiply;
    bool is_sum = expression.op == Operator::add;
    double least, greatest;
    if (is_product) {
        auto corners = std::minmax({left.least * right.least, left.least * right.greatest,
                                    left.greatest * right.least, left.greatest * right.greatest});
        least = corners.first;
        greatest = corners.second;
    } else {
        least = left.least + (is_sum ? right.least : -right.greatest);
        greatest = left.greatest + (is_sum ? right.greatest : -right.least);
    }
    bool is_wide = left.is_wide || right.is_wide;
    bool may_overflow = !is_wide && !(least >= -int_limit - 1 && greatest <= int_limit);
    if (may_overflow) {
        Text &widened = is_negation ? right : left;
        widened.text = fmt::format("({}){}", program_.wide_type, widened.at(prefix_level));
        widened.level = prefix_level;
    }
    int level = is_product ? product_level : is_negation ? prefix_level : sum_level;
    std::string second = right.at(is_sum || is_negation ? level : level + 1);
    if (!is_product && second.front() == '-')
        second = "(" + second + ")";
    std::string text = is_negation ? "-" + second
                                   : fmt::format("{} {} {}", left.at(level),
                                                 is_product ? "*"
                                                 : is_sum   ? "+"
                                                            : "-",
                                                 second);
    return {text, level, is_wide || may_overflow, least, greatest};
}

ExpressionPrinter::Text ExpressionPrinter::render_infix(const ast::Expression &expression)
{
    struct Infix {
        const char *symbol;
        int level;
    };
    auto infix = [&]() -> Infix {
        switch (expression.op) {
        case Operator::divide_exactly:
        case Operator::divide_nonneg:
            return {"/", product_level};
        case Operator::remainder_nonneg:
        case Operator::remainder_or_zero:
            return {"%", product_level};
        case Operator::equal:
            return {"==", equality_level};
        case Operator::less:
            return {"<", relation_level};
        case Operator::less_equal:
            return {"<=", relation_level};
        case Operator::greater:
            return {">", relation_level};
        case Operator::greater_equal:
            return {">=", relation_level};
        case Operator::and_then:
        case Operator::logical_and:
            return {"&&", and_level};
        default:
            return {"||", or_level};
        }
    }();
    Text left = render(expression.operands[0]), right = render(expression.operands[1]);
    // Compilers ask for parentheses around && inside || and comparisons inside comparisons.
    int left_level = infix.level == or_level         ? and_level + 1
                     : infix.level == equality_level ? relation_level + 1
                                                     : infix.level;
    bool chains = infix.level == or_level || infix.level == and_level;
    if (chains && left.level == infix.level)
        left_level = infix.level;
    int right_level = infix.level == or_level ? and_level + 1
                      : chains                ? infix.level
                                              : left_level + 1;
    if (chains && right.level == infix.level)
        right_level = infix.level;
    std::string text =
        fmt::format("{} {} {}", left.at(left_level), infix.symbol, right.at(right_level));
    bool is_division = infix.level == product_level;
    return {text, infix.level, is_division && (left.is_wide || right.is_wide), -unbounded,
            is_division && !left.is_wide ? int_limit : unbounded};
}

} // namespace espalier::targets
