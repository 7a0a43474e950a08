#include "espalier/script/call.h"

#include "espalier/script/bindings.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/find.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace espalier::script {

namespace {

using transform::Beta;
using transform::MatrixView;

Error wrong(const std::string &what, const std::string &expected, const Value &value)
{
    return script_error(fmt::format("{} has to be {}, not {}", what, expected, describe(value)));
}

/// Larger ones would make numbers in the code that have no type.
long whole(const Value &value, const std::string &what)
{
    constexpr long largest = std::numeric_limits<int>::max();
    const long *exact = value.as<long>();
    const double *rounded = value.as<double>();
    if (exact == nullptr && (rounded == nullptr || *rounded != std::floor(*rounded)))
        throw wrong(what, "a whole number", value);
    bool fits = exact != nullptr ? *exact >= -largest && *exact <= largest
                                 : std::abs(*rounded) <= double(largest);
    if (!fits)
        throw wrong(what, fmt::format("a whole number from -{} to {}", largest, largest), value);
    return exact != nullptr ? *exact : long(*rounded);
}

std::size_t natural(const Value &value, const std::string &what)
{
    long result = whole(value, what);
    if (result < 0)
        throw wrong(what, "a whole number from 0 on", value);
    return std::size_t(result);
}

std::string expression_of(const Value &value, const std::string &what)
{
    if (const std::string *text = value.as<std::string>())
        return *text;
    if (value.as<long>() == nullptr && value.as<double>() == nullptr)
        throw wrong(what, "a whole number or an expression in quotes", value);
    return std::to_string(whole(value, what));
}

/// A name in quotes: a loop, or the label of a statement.
Beta find_named(const MatrixView &view, const std::string &name)
{
    bool is_label = std::ranges::find(view.statements, name, &transform::Statement::label) !=
                    view.statements.end();
    return is_label ? find_statement(view, name) : find_loop(view, name);
}

const std::vector<Value> &elements(const Table &table, const std::string &what)
{
    if (!table.fields.empty())
        throw script_error(
            fmt::format("{} have no names such as `{}`", what, table.fields.begin()->first));
    return table.elements;
}

} // namespace

std::string Call::text() const
{
    std::vector<std::string> parts;
    for (const Value &argument : arguments_)
        parts.push_back(describe(argument));
    return fmt::format("{}({})", binding_.name, fmt::join(parts, ", "));
}

bool Call::is_number(std::size_t k) const { return is<long>(k) || is<double>(k); }

bool Call::is_prefix(std::size_t k) const
{
    if (!is<const Reference *>(k))
        return is_text(k);
    const Reference &reference = **argument(k).as<const Reference *>();
    return !reference.is_name || !transform::is_symbolic_constant(view().program, reference.text);
}

const Value &Call::argument(std::size_t k) const
{
    static const Value nil;
    return k < size() ? arguments_[k] : nil;
}

std::function<Beta(const MatrixView &)> Call::finder(std::size_t k) const
{
    if (const Reference *const *reference = argument(k).as<const Reference *>())
        return (*reference)->resolve;
    if (const std::string *name = argument(k).as<std::string>())
        return [name = *name](const MatrixView &view) { return find_named(view, name); };
    throw wrong(fmt::format("argument {} of `{}`", k + 1, binding_.name), "a statement or a loop",
                argument(k));
}

Beta Call::prefix(std::size_t k) const { return finder(k)(view()); }

Beta Call::loop(std::size_t k) const
{
    Beta result = prefix(k);
    if (is_loop(view(), result))
        return result;
    std::string text = printed(argument(k));
    if (result.empty())
        throw script_error(fmt::format("`{}` is the whole region; a loop is needed", text));
    std::vector<const transform::Statement *> there = statements_in(view(), result);
    if (there.empty())
        throw script_error(
            fmt::format("there is nothing at `{}`, which is {} now; a loop is needed", text,
                        transform::to_string(result)));
    const std::string &label = there.front()->label;
    throw script_error(fmt::format("`{}` is {}a statement; a loop is needed, such as "
                                   "enclose({}), the innermost loop around it",
                                   text, text == label ? "" : fmt::format("`{}`, ", label), text));
}

long Call::whole_number(std::size_t k, const std::string &what) const
{
    return whole(argument(k), what);
}

std::size_t Call::position(std::size_t k, const std::string &what) const
{
    return natural(argument(k), what);
}

const Table &Call::table(std::size_t k, const std::string &what) const
{
    const Table *result = argument(k).as<Table>();
    if (result == nullptr)
        throw wrong(what, "a table", argument(k));
    return *result;
}

std::vector<long> Call::whole_numbers(std::size_t k, const std::string &what) const
{
    std::vector<long> result;
    for (const Value &value : elements(table(k, what), what))
        result.push_back(whole(value, "each of " + what));
    return result;
}

std::vector<std::size_t> Call::positions(std::size_t k, const std::string &what) const
{
    std::vector<std::size_t> result;
    for (const Value &value : elements(table(k, what), what))
        result.push_back(natural(value, "each of " + what));
    return result;
}

std::map<std::string, long> Call::named_numbers(std::size_t k, const std::string &what) const
{
    const Table &all = table(k, what);
    if (!all.elements.empty())
        throw wrong_arguments();
    std::map<std::string, long> result;
    for (const auto &[name, value] : all.fields)
        result[name] = whole(value, fmt::format("`{}` of {}", name, what));
    return result;
}

std::vector<std::vector<long>> Call::matrix(std::size_t k, const std::string &what) const
{
    std::vector<std::vector<long>> result;
    for (const Value &row : elements(table(k, what), what)) {
        const Table *numbers = row.as<Table>();
        if (numbers == nullptr)
            throw wrong("each row of " + what, "a table", row);
        result.emplace_back();
        for (const Value &value : elements(*numbers, what))
            result.back().push_back(whole(value, "each number in " + what));
    }
    return result;
}

std::string Call::word(std::size_t k, const std::string &what) const
{
    const std::string *text = argument(k).as<std::string>();
    if (text == nullptr)
        throw wrong(what, "a text in quotes", argument(k));
    return *text;
}

std::string Call::expression(std::size_t k, const std::string &what) const
{
    return expression_of(argument(k), what);
}

std::vector<std::string> Call::expressions(std::size_t k, const std::string &what) const
{
    std::vector<std::string> result;
    for (const Value &value : elements(table(k, what), what))
        result.push_back(expression_of(value, "each of " + what));
    return result;
}

Error Call::wrong_arguments() const
{
    return script_error(
        fmt::format("`{}` has no such form; it is called as {}", text(), binding_.usage));
}

void Call::require_size(std::size_t least, std::size_t most) const
{
    if (size() < least || size() > most)
        throw wrong_arguments();
}

} // namespace espalier::script
