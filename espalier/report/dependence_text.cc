#include "espalier/report/dependence_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace espalier::report {

namespace {

/// A line of a listing; the cells of one column are aligned.
using Cells = std::vector<std::string>;

/// A group of lines below a heading.
struct Group {
    std::string heading;
    std::vector<Cells> lines;
};

std::vector<std::size_t> widths(const std::vector<Group> &groups)
{
    std::vector<std::size_t> result;
    for (const Group &group : groups)
        for (const Cells &cells : group.lines) {
            result.resize(std::max(result.size(), cells.size()));
            for (std::size_t k = 0; k < cells.size(); ++k)
                result[k] = std::max(result[k], cells[k].size());
        }
    return result;
}

/// The cells side by side, without spaces at the end.
std::string aligned(const Cells &cells, const std::vector<std::size_t> &widths)
{
    std::string result;
    for (std::size_t k = 0; k < cells.size(); ++k)
        if (widths[k] > 0)
            result += fmt::format("{:{}}  ", cells[k], widths[k]);
    return result.substr(0, result.find_last_not_of(' ') + 1);
}

std::string print(const std::vector<Group> &groups)
{
    std::vector<std::size_t> columns = widths(groups);
    std::string text;
    for (const Group &group : groups) {
        text += fmt::format("  {}\n", group.heading);
        for (const Cells &cells : group.lines)
            text += fmt::format("    {}\n", aligned(cells, columns));
    }
    return text;
}

/// A heading, and below it the groups or, in its place, that there are none.
std::string section(std::string_view name, std::string_view explanation,
                    const std::vector<Group> &groups)
{
    if (groups.empty())
        return fmt::format("\n{}: none\n", name);
    return fmt::format("\n{}: {}\n{}", name, explanation, print(groups));
}

Group &group_of(std::vector<Group> &groups, const std::string &heading)
{
    if (groups.empty() || groups.back().heading != heading)
        groups.push_back({heading, {}});
    return groups.back();
}

std::string place(const program::Statement &statement)
{
    return statement.place.line == 0
               ? statement.name()
               : fmt::format("{}: {}", statement.place.line, statement.name());
}

std::string name(const NamedReference &reference)
{
    return fmt::format("{} {} {}", place(*reference.statement), reference.verb, reference.element);
}

std::vector<Group> groups(const std::vector<DependenceRow> &rows)
{
    std::vector<Group> result;
    for (const DependenceRow &row : rows) {
        Group &group = group_of(result, row.array);
        Cells first = {name(row.source), "->", name(row.sink), row.directions};
        group.lines.push_back(first);
        for (std::size_t k = 0; k < row.relation.size(); ++k) {
            if (k > 0)
                group.lines.push_back({"", "", "", ""});
            group.lines.back().push_back(row.relation[k]);
        }
    }
    return result;
}

std::vector<Group> groups(const std::vector<LiveRow> &rows)
{
    std::vector<Group> result;
    for (const LiveRow &row : rows) {
        Group &group = group_of(result, row.array);
        group.lines.push_back({name(row.reference)});
        for (std::size_t k = 0; k < row.instances.size(); ++k) {
            if (k > 0)
                group.lines.push_back({""});
            group.lines.back().push_back(row.instances[k]);
        }
    }
    return result;
}

std::string statements(const program::Program &program)
{
    std::vector<const program::Statement *> shown = shown_statements(program);
    std::size_t width = 0;
    for (const program::Statement *statement : shown)
        width = std::max(width, place(*statement).size());
    std::string text = "statements\n";
    for (const program::Statement *statement : shown)
        text += fmt::format("  {:{}}  {}\n", place(*statement), width,
                            source_line(program, *statement));
    return text;
}

} // namespace

std::string to_text(const RegionDependences &region)
{
    DependenceSummary summary = summarize(region);
    std::string text = fmt::format("# {}\n{}", region.title, statements(region.program));
    for (DependenceKind kind : dependence_kinds)
        text += section(dependence::name(kind), explanation(kind), groups(rows_of(summary, kind)));
    text += section("live-in", "reads of what was there before", groups(summary.live_in));
    return text + section("live-out", "writes of what stays", groups(summary.live_out));
}

} // namespace espalier::report
