#include "espalier/script/bindings.h"
#include "espalier/transform/find.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace espalier::script {

namespace {

using transform::Beta;
using transform::MatrixView;
using Finder = std::function<Beta(const MatrixView &)>;

Value reference(const Call &call, const Finder &finder)
{
    return {call.session().references().remember({call.text(), finder})};
}

/// enclose(v, r): section 6.
Value enclose(const Call &call)
{
    call.require_size(1, 2);
    std::size_t levels = call.size() > 1 ? call.position(1, "the number of levels") : 1;
    return reference(call, [find = call.finder(0), levels](const MatrixView &view) {
        return transform::enclose(find(view), levels);
    });
}

Value before(const Call &call)
{
    call.require_size(1, 1);
    return reference(call, call.finder(0));
}

Value after(const Call &call)
{
    call.require_size(1, 1);
    return reference(call, [find = call.finder(0)](const MatrixView &view) {
        Beta place = find(view);
        if (place.empty())
            throw script_error("there is no place after the whole region");
        ++place.back();
        return place;
    });
}

/// A vector as it is now.
Value beta(const Call &call)
{
    Beta result;
    if (call.size() == 1 && call.is_table(0)) {
        result = call.whole_numbers(0, "the entries of a beta vector");
    } else {
        if (call.size() == 0)
            throw call.wrong_arguments();
        result = call.prefix(0);
        for (std::size_t k = 1; k < call.size(); ++k)
            result.push_back(call.whole_number(k, "an entry of a beta vector"));
    }
    return {
        call.session().references().remember({fmt::format("beta{{{}}}", fmt::join(result, ", ")),
                                              [result](const MatrixView &) { return result; }})};
}

/// Of a table with nothing but the field `line`.
unsigned line_in(const Call &call)
{
    const Table &table = call.table(0, "the argument");
    auto line = table.fields.find("line");
    if (call.size() != 1 || table.fields.size() != 1 || line == table.fields.end() ||
        !table.elements.empty())
        throw call.wrong_arguments();
    const long *number = line->second.as<long>();
    if (number == nullptr || *number < 1)
        throw script_error("a line has to be a whole number from 1 on, not " +
                           describe(line->second));
    return unsigned(*number);
}

Value loop(const Call &call)
{
    call.require_size(1, 2);
    if (call.is_table(0))
        return reference(call, [line = line_in(call)](const MatrixView &view) {
            return find_loop_at_line(view, line);
        });
    std::string name = call.word(0, "the name of a loop");
    if (call.size() == 1)
        return reference(call, [name](const MatrixView &view) { return find_loop(view, name); });
    return reference(call, [name, near = call.finder(1)](const MatrixView &view) {
        return find_loop(view, name, near(view));
    });
}

Value statement(const Call &call)
{
    call.require_size(1, 1);
    if (call.is_table(0))
        return reference(call, [line = line_in(call)](const MatrixView &view) {
            return find_statement_at_line(view, line);
        });
    std::string label = call.word(0, "the label of a statement");
    return reference(call, [label](const MatrixView &view) { return find_statement(view, label); });
}

/// Of "0.1.0".
std::vector<std::size_t> positions_in(const std::string &text)
{
    std::vector<std::size_t> result;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = std::min(text.find('.', begin), text.size());
        std::string number = text.substr(begin, end - begin);
        bool is_position = !number.empty() && number.size() < 10 &&
                           number.find_first_not_of("0123456789") == std::string::npos;
        if (!is_position || end + 1 == text.size())
            throw script_error(
                fmt::format("`{}` is no path in a tree; one looks like 0.1.0", text));
        result.push_back(std::strtoul(number.c_str(), nullptr, 10));
        begin = end + 1;
    }
    return result;
}

Value path(const Call &call)
{
    call.require_size(1, 2);
    std::vector<std::size_t> positions = call.is_text(0)
                                             ? positions_in(call.word(0, "a path"))
                                             : call.positions(0, "the positions in a path");
    std::size_t member = call.size() > 1 ? call.position(1, "the number of a member") : 0;
    return reference(call, [positions, member](const MatrixView &view) {
        return find_at_path(view, positions, member);
    });
}

} // namespace

std::vector<Binding> place_bindings()
{
    return {
        {"enclose", "enclose(statement or loop) or enclose(statement or loop, levels)", enclose},
        {"before", "before(statement or loop)", before},
        {"after", "after(statement or loop)", after},
        {"beta", "beta{number, ...} or beta(statement or loop, number, ...)", beta},
        {"loop", "loop(\"name\"), loop(\"name\", statement or loop) or loop{line = number}", loop},
        {"statement", "statement(\"label\") or statement{line = number}", statement},
        {"path", "path{position, ...}, path(\"0.1.0\") or path({position, ...}, member)", path},
    };
}

} // namespace espalier::script
