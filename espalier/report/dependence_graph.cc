#include "espalier/report/dependence_graph.h"

#include "espalier/report/graphviz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace espalier::report {

namespace {

/// In the order of DependenceKind.
constexpr std::array<EdgeLook, 6> looks = {{
    {"solid", "", "#1d4ed8", "#7aa7f7"},
    {"dashed", "6 4", "#b91c1c", "#f08a8a"},
    {"dotted", "2 4", "#15803d", "#5fbf80"},
    {"dashed", "6 4", "#a16207", "#e0b64a"},
    {"bold", "", "#be185d", "#ef8abb"},
    {"dotted", "2 4", "#6b7280", "#9aa3ad"},
}};

/// The dependences of one statement on another.
using Ends = std::pair<const program::Statement *, const program::Statement *>;
/// The arrays that they are about, by kind.
using Kinds = std::map<DependenceKind, std::set<std::string>>;

std::map<Ends, Kinds> edges(const DependenceSummary &summary, const std::set<DependenceKind> &kinds)
{
    std::map<Ends, Kinds> result;
    for (const DependenceRow &row : summary.dependences)
        if (kinds.contains(row.kind))
            result[{row.source.statement, row.sink.statement}][row.kind].insert(row.array);
    return result;
}

/// An edge to a statement further up is written from there, so that the layout keeps the order of
/// the source.
std::string to_dot(const Ends &ends, DependenceKind kind, const std::set<std::string> &arrays)
{
    const EdgeLook &look = edge_look(kind);
    bool is_upward = ends.second < ends.first;
    const program::Statement &first = is_upward ? *ends.second : *ends.first,
                             &second = is_upward ? *ends.first : *ends.second;
    std::string text = quoted(fmt::format("{}", fmt::join(arrays, ", ")));
    return fmt::format("  \"{}\" -> \"{}\" [label=\" {} \", class={}, style={}, color=\"{}\", "
                       "fontcolor=\"{}\"{}, tooltip=\"{}: {}\"];\n",
                       quoted(first.name()), quoted(second.name()), text, name(kind), look.style,
                       look.colour, look.colour, is_upward ? ", dir=back" : "", name(kind), text);
}

/// One edge for several kinds: Graphviz draws edges from a node to itself over the labels of
/// others.
std::string to_dot(const program::Statement &statement, const Kinds &kinds)
{
    std::string text;
    for (const auto &[kind, arrays] : kinds)
        text += fmt::format("&#160;{} {}\\l", name(kind),
                            quoted(fmt::format("{}", fmt::join(arrays, ", "))));
    return fmt::format("  \"{0}\" -> \"{0}\" [label=\"{1}\", class=several, color=\"#6b7280\", "
                       "fontcolor=\"#374151\", tooltip=\"{1}\"];\n",
                       quoted(statement.name()), text);
}

std::string to_dot(const Ends &ends, const Kinds &kinds)
{
    if (ends.first == ends.second && kinds.size() > 1)
        return to_dot(*ends.first, kinds);
    std::string text;
    for (const auto &[kind, arrays] : kinds)
        text += to_dot(ends, kind, arrays);
    return text;
}

/// C code in lines that are no longer than this, if there are spaces outside of brackets.
std::vector<std::string> broken(const std::string &code)
{
    constexpr std::size_t width = 56;
    std::vector<std::string> lines(1);
    std::string word;
    int depth = 0;
    for (char character : code + " ") {
        depth += character == '[' ? 1 : character == ']' ? -1 : 0;
        word += character;
        if (character != ' ' || depth > 0)
            continue;
        if (lines.back().size() + word.size() > width && lines.back() != "")
            lines.emplace_back("  ");
        lines.back() += word;
        word.clear();
    }
    for (std::string &line : lines)
        line.pop_back();
    return lines;
}

std::string to_dot(const program::Program &program, const program::Statement &statement)
{
    std::string title = statement.place.line == 0
                            ? statement.name()
                            : fmt::format("{}, line {}", statement.name(), statement.place.line);
    std::string text = describe(program, statement);
    return fmt::format("  \"{}\" [label=\"{}\", tooltip=\"{}\"];\n", quoted(statement.name()),
                       label(title, broken(text)), quoted(text));
}

/// What the lines of these kinds mean.
Picture legend(const std::set<DependenceKind> &kinds)
{
    constexpr double length = 34, height = 18, character = 6.5;
    Picture result;
    for (DependenceKind kind : kinds) {
        const EdgeLook &look = edge_look(kind);
        double middle = result.height + height / 2;
        std::string text = fmt::format("{}: {}", name(kind), explanation(kind));
        result.elements +=
            line_element(0, middle, length, middle,
                         fmt::format("class=\"edge-line {}\" stroke=\"{}\" stroke-width=\"1.5\" "
                                     "stroke-dasharray=\"{}\"",
                                     name(kind), look.colour, *look.dashes ? look.dashes : "none"));
        result.elements += text_element(length + 8, middle + 4, text, "font-size=\"12\"");
        result.height += height;
        result.width =
            std::max(result.width, length + 8 + character * static_cast<double>(text.size()));
    }
    return result;
}

} // namespace

const EdgeLook &edge_look(DependenceKind kind) { return looks.at(static_cast<std::size_t>(kind)); }

std::string to_dot(const program::Program &program, const DependenceSummary &summary,
                   const std::set<DependenceKind> &kinds)
{
    std::string text =
        "digraph dependences {\n"
        "  graph [nodesep=0.35, ranksep=0.45, bgcolor=transparent];\n"
        "  node [shape=box, style=\"filled,rounded\", fillcolor=\"#f3f4f6\", color=\"#6b7280\", "
        "fontname=\"Courier\", fontsize=10, height=0.3, margin=\"0.12,0.08\"];\n"
        "  edge [fontname=\"Courier\", fontsize=10, arrowsize=0.6];\n";
    for (const program::Statement *statement : shown_statements(program))
        text += to_dot(program, *statement);
    for (const auto &[ends, of_kinds] : edges(summary, kinds))
        text += to_dot(ends, of_kinds);
    return text + "}\n";
}

Picture draw_graph(const program::Program &program, const DependenceSummary &summary,
                   const std::set<DependenceKind> &kinds)
{
    return stacked({from_document(draw(to_dot(program, summary, kinds))), legend(kinds)});
}

} // namespace espalier::report
