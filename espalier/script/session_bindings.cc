#include "espalier/script/bindings.h"
#include "espalier/transform/find.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::script {

namespace {

Value table_of(const std::vector<std::string> &texts)
{
    Table result;
    for (const std::string &text : texts)
        result.elements.emplace_back().content = text;
    return {std::move(result)};
}

Value region(const Call &call)
{
    call.require_size(1, 1);
    if (call.is_text(0))
        call.session().select(call.word(0, "the name of a function"));
    else
        call.session().select(call.whole_number(0, "the number of a region"));
    return {};
}

Value check(const Call &call)
{
    call.require_size(0, 0);
    call.session().check();
    return {};
}

Value legalize(const Call &call)
{
    call.require_size(0, 0);
    return table_of(call.session().legalize(call.line()));
}

/// The chosen alternative itself is taken from the argument in Lua, as it may be a function.
Value choose(const Call &call)
{
    call.require_size(1, 1);
    const Table &table = call.table(0, "the argument of `choose`");
    std::string name;
    for (const auto &[field, value] : table.fields) {
        if (field != "name" || value.as<std::string>() == nullptr)
            throw call.wrong_arguments();
        name = *value.as<std::string>();
    }
    std::vector<std::string> alternatives;
    for (const Value &value : table.elements)
        alternatives.push_back(value.as<Other>() == nullptr
                                   ? describe(value)
                                   : fmt::format("alternative {}", alternatives.size() + 1));
    if (alternatives.empty())
        throw script_error("`choose` needs at least one alternative");
    return {Element{call.session().choose(call.line(), name, std::move(alternatives))}};
}

Value print(const Call &call)
{
    std::vector<std::string> parts;
    for (const Value &value : call.arguments())
        parts.push_back(printed(value));
    call.session().print(fmt::format("{}", fmt::join(parts, "\t")));
    return {};
}

Value statements(const Call &call)
{
    call.require_size(0, 0);
    return table_of(labels(call.view()));
}

Value loops(const Call &call)
{
    call.require_size(1, 1);
    transform::Beta prefix = call.prefix(0);
    std::vector<const transform::Statement *> there = statements_in(call.view(), prefix);
    if (there.empty())
        throw script_error(
            fmt::format("there is nothing at {}", printed(call.arguments().front())));
    std::vector<std::string> names;
    for (const transform::Row &row : there.front()->rows)
        if (names.size() < prefix.size())
            names.push_back(row.name);
    return table_of(names);
}

Value beta_of(const Call &call)
{
    call.require_size(1, 1);
    Table result;
    for (long entry : call.prefix(0))
        result.elements.emplace_back().content = entry;
    return {std::move(result)};
}

/// The number of loops around a statement; for a loop, it counts itself.
Value depth(const Call &call)
{
    call.require_size(1, 1);
    transform::Beta prefix = call.prefix(0);
    bool is_statement = !prefix.empty() && !is_loop(call.view(), prefix);
    return {long(prefix.size()) - (is_statement ? 1 : 0)};
}

} // namespace

std::vector<Binding> session_bindings()
{
    return {
        {"region", "region(\"function\") or region(number)", region},
        {"check", "check()", check},
        {"legalize", "legalize()", legalize},
        {"choose", "choose{value, ...} or choose{name = \"name\", value, ...}", choose},
        {"print", "print(value, ...)", print},
        {"statements", "statements()", statements},
        {"loops", "loops(statement or loop)", loops},
        {"betaof", "betaof(statement or loop)", beta_of},
        {"depth", "depth(statement or loop)", depth},
    };
}

} // namespace espalier::script
