#include "espalier/report/dependence_picture.h"

#include "espalier/report/dependence_graph.h"
#include "espalier/report/iteration_space.h"
#include "espalier/report/markup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace espalier::report {

Picture dependence_picture(const RegionDependences &region, const std::set<DependenceKind> &kinds)
{
    std::vector<Picture> parts = {heading(region.title),
                                  draw_graph(region.program, summarize(region), kinds)};
    std::vector<Picture> spaces = draw_iteration_spaces(region);
    parts.insert(parts.end(), spaces.begin(), spaces.end());
    return stacked(parts);
}

namespace {

constexpr std::string_view style_sheet = R"css(
:root { --box: #f3f4f6; --rule: #d1d5db; }
h3 { font-size: 0.95rem; margin: 1.5rem 0 0.4rem; }
h3 small { color: var(--faint); font-weight: normal; }
figure svg .node :not(text):not([fill="none"]) { fill: var(--box); }
figure svg text { font-family: system-ui, sans-serif; }
figure svg .code, figure svg .edge text, figure svg .node text, td { font-family: ui-monospace, "DejaVu Sans Mono",
  Menlo, Consolas, monospace; }
figure svg .hollow { fill: var(--page); }
figure svg .grid { stroke: var(--rule); }
figure.spaces { display: flex; flex-wrap: wrap; gap: 2rem; align-items: start; }
figure.spaces svg { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; }
th, td { text-align: left; vertical-align: top; padding: 2px 14px 2px 0; white-space: pre; }
th { color: var(--faint); font-weight: normal; }
tbody tr { border-top: 1px solid var(--rule); }
.none { color: var(--faint); }
@media (prefers-color-scheme: dark) { :root { --box: #262a31; --rule: #3a404a; } }
)css";

/// The colours of the kinds, for the lines of the graph.
std::string colours()
{
    std::string light, dark;
    for (DependenceKind kind : dependence_kinds) {
        const EdgeLook &look = edge_look(kind);
        light += fmt::format(".{} {{ --line: {}; }}\n", name(kind), look.colour);
        dark += fmt::format(".{} {{ --line: {}; }}\n", name(kind), look.dark_colour);
    }
    return fmt::format(
        "{}figure svg .edge :is(path, polygon), figure svg .edge-line {{ stroke: var(--line); }}\n"
        "figure svg .edge :is(polygon, text) {{ fill: var(--line); }}\n"
        "@media (prefers-color-scheme: dark) {{\n{}}}\n",
        light, dark);
}

std::string table_row(const std::vector<std::string> &cells)
{
    std::string text = "<tr>";
    for (const std::string &cell : cells)
        text += fmt::format("<td>{}</td>", escaped(cell));
    return text + "</tr>\n";
}

/// \param rows  in XML
std::string table(const std::vector<std::string_view> &columns, const std::string &rows)
{
    return fmt::format("<div class=\"wide\"><table><thead><tr><th>{}</th></tr></thead>\n"
                       "<tbody>\n{}</tbody></table></div>\n",
                       fmt::join(columns, "</th><th>"), rows);
}

std::string subheading(std::string_view name, std::string_view explanation)
{
    return fmt::format("<h3>{} <small>{}</small></h3>\n", name, explanation);
}

std::string place(const NamedReference &reference)
{
    return fmt::format("{}: {} {} {}", reference.statement->place.line, reference.statement->name(),
                       reference.verb, reference.element);
}

std::string table_of(const std::vector<DependenceRow> &rows)
{
    if (rows.empty())
        return "<p class=\"none\">none</p>\n";
    std::string text;
    for (const DependenceRow &row : rows)
        text += table_row({row.array, place(row.source), place(row.sink), row.directions,
                           fmt::format("{}", fmt::join(row.relation, "\n"))});
    return table({"array", "source", "sink", "distance", "instances"}, text);
}

std::string table_of(const std::vector<LiveRow> &rows)
{
    if (rows.empty())
        return "<p class=\"none\">none</p>\n";
    std::string text;
    for (const LiveRow &row : rows)
        text += table_row(
            {row.array, place(row.reference),
             row.instances.empty() ? "all" : fmt::format("{}", fmt::join(row.instances, "\n"))});
    return table({"array", "reference", "instances"}, text);
}

std::string table_of_statements(const program::Program &program)
{
    std::string text;
    for (const program::Statement *statement : shown_statements(program))
        text += table_row({std::to_string(statement->place.line), statement->name(),
                           source_line(program, *statement)});
    return subheading("statements", "") + table({"line", "name", "source"}, text);
}

} // namespace

std::string dependence_section(const RegionDependences &region,
                               const std::set<DependenceKind> &kinds)
{
    DependenceSummary summary = summarize(region);
    std::string text = fmt::format("<section>\n<h2>{}</h2>\n", escaped(region.title));
    text += table_of_statements(region.program);
    text += fmt::format("<figure>\n{}</figure>\n",
                        to_element(draw_graph(region.program, summary, kinds)));
    std::vector<Picture> spaces = draw_iteration_spaces(region);
    if (!spaces.empty()) {
        text += "<figure class=\"spaces\">\n";
        for (const Picture &space : spaces)
            text += to_element(space);
        text += "</figure>\n";
    }
    for (DependenceKind kind : dependence_kinds)
        text += subheading(name(kind), explanation(kind)) + table_of(rows_of(summary, kind));
    text += subheading("live-in", "reads of what was there before") + table_of(summary.live_in);
    text += subheading("live-out", "writes of what stays") + table_of(summary.live_out);
    return text + "</section>\n";
}

std::string dependence_page(const std::vector<std::string> &sections)
{
    return page("Dependences", std::string(style_sheet) + colours(),
                fmt::format("{}", fmt::join(sections, "")));
}

} // namespace espalier::report
