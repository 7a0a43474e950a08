#include "espalier/script/bindings.h"
#include "espalier/transform/explicit_schedule.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/find.h"
#include "espalier/transform/iteration_order.h"

#include <fmt/format.h>

#include <utility>

namespace espalier::script {

namespace {

using transform::Beta;
using transform::MatrixView;

/// Two loops around the same statements, as the longer of their prefixes and two rows.
struct Pair {
    Beta prefix;
    std::size_t row, other;
};

Pair nested_loops(const Call &call)
{
    Beta one = call.loop(0), other = call.loop(1);
    bool are_nested = one.size() < other.size() ? transform::is_prefix(one, other)
                                                : transform::is_prefix(other, one);
    if (!are_nested || one == other)
        throw script_error(fmt::format("of the loops {} and {}, none is in the other one",
                                       printed(call.arguments()[0]), printed(call.arguments()[1])));
    return {one.size() < other.size() ? other : one, one.size() - 1, other.size() - 1};
}

std::size_t row_argument(const Call &call, std::size_t k)
{
    return call.position(k, "the number of a row");
}

MatrixView transformed_by(const Call &call)
{
    call.require_size(2, 2);
    return unimodular(call.view(), call.prefix(0), call.matrix(1, "the matrix"));
}

MatrixView interchange(const Call &call)
{
    call.require_size(1, 2);
    if (call.size() == 2 && call.is_number(1)) {
        std::size_t row = row_argument(call, 1);
        return interchange(call.view(), call.prefix(0), row, row + 1);
    }
    if (call.size() == 2) {
        Pair loops = nested_loops(call);
        return interchange(call.view(), loops.prefix, loops.row, loops.other);
    }
    Beta loop = call.loop(0);
    if (loop.size() < 2)
        throw script_error(fmt::format("there is no loop around {} to interchange it with",
                                       printed(call.arguments()[0])));
    return interchange(call.view(), loop, loop.size() - 2, loop.size() - 1);
}

MatrixView skew(const Call &call)
{
    constexpr const char *factor = "the factor of a skew";
    call.require_size(3, 4);
    if (call.size() == 4)
        return skew(call.view(), call.prefix(0), row_argument(call, 1), row_argument(call, 2),
                    call.whole_number(3, factor));
    Pair loops = nested_loops(call);
    return skew(call.view(), loops.prefix, loops.row, loops.other, call.whole_number(2, factor));
}

MatrixView reverse(const Call &call)
{
    call.require_size(1, 2);
    if (call.size() == 2)
        return reverse(call.view(), call.prefix(0), row_argument(call, 1));
    Beta loop = call.loop(0);
    return reverse(call.view(), loop, loop.size() - 1);
}

/// A list of amounts is for the rows from the outermost on, an amount for that of the loop.
MatrixView shift(const Call &call)
{
    call.require_size(2, 2);
    MatrixView result = call.view();
    if (!call.is_table(1)) {
        Beta prefix = call.prefix(0);
        if (!is_loop(result, prefix) && !statements_in(result, prefix).empty())
            throw script_error(fmt::format("{} is no loop: shifting it takes a list of amounts, "
                                           "one for each loop around it",
                                           printed(call.arguments()[0])));
        isl::aff amount =
            transform::constant_value(result.program, call.expression(1, "the amount of a shift"));
        return shift(std::move(result), call.loop(0), prefix.size() - 1, amount);
    }
    std::vector<std::string> amounts = call.expressions(1, "the amounts of a shift");
    Beta prefix = call.prefix(0);
    for (std::size_t row = 0; row < amounts.size(); ++row) {
        isl::aff amount = transform::constant_value(result.program, amounts[row]);
        result = shift(std::move(result), prefix, row, amount);
    }
    return result;
}

MatrixView schedule_explicitly(const Call &call)
{
    call.require_size(2, 2);
    return with_explicit_schedule(call.view(), call.prefix(0), call.word(1, "a schedule"));
}

} // namespace

std::vector<Binding> iteration_order_bindings()
{
    return {
        {"unimodular", "unimodular(statement or loop, {{number, ...}, ...})", transformed_by},
        {"interchange", "interchange(loop), interchange(loop, loop) or interchange(P, row)",
         interchange},
        {"skew", "skew(loop, loop, factor) or skew(P, row, row, factor)", skew},
        {"reverse", "reverse(loop) or reverse(P, row)", reverse},
        {"schedule", "schedule(statement, \"{ S[i] -> [(expression), ...] }\")",
         schedule_explicitly},
        {"shift", "shift(loop, amount) or shift(statement or loop, {amount, ...})", shift},
    };
}

} // namespace espalier::script
