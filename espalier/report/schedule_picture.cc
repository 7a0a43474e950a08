#include "espalier/report/schedule_picture.h"

#include "espalier/report/graphviz.h"
#include "espalier/report/markup.h"
#include "espalier/schedule/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>
#include <vector>

namespace espalier::report {

namespace {

using schedule::Node;
using schedule::NodeType;
using Lines = std::vector<std::string>;

/// How nodes of one type look.
struct Look {
    const char *shape; ///< as attributes of a node in Graphviz's language
    const char *fill;
    const char *line;
    const char *dark_fill; ///< on a dark page
    const char *dark_line;
};

/// In the order of NodeType.
constexpr std::array<Look, 11> looks = {{
    {"shape=box, peripheries=2", "#dbeafe", "#1d4ed8", "#172f5c", "#7aa7f7"},            // domain
    {"shape=note", "#fef3c7", "#a16207", "#453207", "#e0b64a"},                          // context
    {"shape=box, style=\"filled,rounded\"", "#dcfce7", "#15803d", "#123a20", "#5fbf80"}, // filter
    {"shape=hexagon, margin=\"0.06,0\"", "#e5e7eb", "#4b5563", "#30363f", "#a3acb8"},    // sequence
    {"shape=ellipse, margin=\"0,0\"", "#ede9fe", "#6d28d9", "#33235c", "#b197f0"},       // set
    {"shape=box", "#fee2e2", "#b91c1c", "#4c1b1b", "#f08a8a"},                           // band
    {"shape=point", "#ffffff", "#6b7280", "#1f2328", "#9aa3ad"},                         // leaf
    {"shape=tab", "#fce7f3", "#be185d", "#4a1531", "#ef8abb"},                           // mark
    {"shape=box3d", "#ccfbf1", "#0f766e", "#0c3b37", "#52c0b3"},     // expansion
    {"shape=component", "#e0f2fe", "#0369a1", "#0b3550", "#62b6e8"}, // extension
    {"shape=box, style=\"filled,diagonals\"", "#ffedd5", "#c2410c", "#4d2410", "#f2935c"}, // guard
}};

const Look &look(NodeType type) { return looks.at(static_cast<std::size_t>(type)); }

bool ends_a_path(const Node &node)
{
    return node.child_count() == 1 && node.child(0)->is<schedule::Leaf>();
}

/// \return the number of the node after those written, of which the first is `first`
std::size_t write_dot(std::string &text, const Node &node, std::size_t first)
{
    const Look &style = look(node.type());
    Lines payload = describe_payload(node);
    text += fmt::format("  n{} [label=\"{}\", tooltip=\"{}\", class={}, {}, fillcolor=\"{}\", "
                        "color=\"{}\"];\n",
                        first, label(name(node.type()), payload),
                        quoted(fmt::format("{}\n{}", name(node.type()), fmt::join(payload, "\n"))),
                        name(node.type()), style.shape, style.fill, style.line);
    std::size_t next = first + 1;
    for (std::size_t k = 0; k < node.child_count() && !ends_a_path(node); ++k) {
        text += fmt::format("  n{} -> n{}{};\n", first, next,
                            node.is<schedule::Set>() ? " [style=dashed]" : "");
        next = write_dot(text, *node.child(k), next);
    }
    return next;
}

} // namespace

std::string to_dot(const std::vector<TitledTree> &trees)
{
    std::string text = "digraph \"schedule tree\" {\n"
                       "  graph [ordering=out, nodesep=0.25, ranksep=0.3, fontname=\"Courier\", "
                       "fontsize=10, color=\"#6b7280\"];\n"
                       "  node [fontname=\"Courier\", fontsize=10, height=0.3, style=filled, "
                       "margin=\"0.12,0.08\"];\n"
                       "  edge [color=\"#6b7280\", arrowsize=0.6];\n";
    std::size_t next = 0;
    for (const TitledTree &titled : trees) {
        if (!titled.title.empty())
            text +=
                fmt::format("  subgraph cluster_{} {{ label=\"{}\";\n", next, quoted(titled.title));
        next = write_dot(text, titled.tree.node(), next);
        if (!titled.title.empty())
            text += "  }\n";
    }
    return text + "}\n";
}

std::string to_svg(const std::vector<TitledTree> &trees) { return draw(to_dot(trees)); }

namespace {

/// Trees with more nodes have no picture on their page: it would be too wide to be of use.
constexpr std::size_t picture_limit = 100;

constexpr std::string_view style_sheet = R"css(
figure svg .node :is(polygon, path, ellipse, polyline) { stroke: var(--line); }
figure svg .node :not(text):not([fill="none"]) { fill: var(--fill); }
.box { border: 1px solid var(--line); border-left-width: 5px; border-radius: 5px; margin: 6px 0 0;
  background: var(--page); }
.head { display: flex; gap: 0.8rem; padding: 3px 10px; background: var(--fill);
  border-radius: 0 4px 4px 0; }
.head b { flex: none; }
summary.head { cursor: pointer; list-style: none; }
summary.head::-webkit-details-marker { display: none; }
summary.head b::after { content: " \25B8"; color: var(--faint); }
details[open] > summary.head b::after { content: " \25BE"; }
.says { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  padding-top: 1px; max-height: 30em; overflow: auto; flex: auto; }
.says div { white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 4ch; text-indent: -4ch; }
.below { padding: 0 6px 6px 14px; }
.sequence > .below { counter-reset: child; }
.sequence > .below > .box { counter-increment: child; }
.sequence > .below > .box > .head b::before { content: counter(child) ". "; color: var(--faint); }
.set > .below > .box { border-style: dashed; border-left-style: solid; }
)css";

/// The colours of the types as variables, for the boxes and for the nodes of the picture.
std::string colours()
{
    std::string light, dark;
    for (std::size_t k = 0; k < looks.size(); ++k) {
        const char *type = name(static_cast<NodeType>(k));
        light +=
            fmt::format(".{} {{ --fill: {}; --line: {}; }}\n", type, looks[k].fill, looks[k].line);
        dark += fmt::format(".{} {{ --fill: {}; --line: {}; }}\n", type, looks[k].dark_fill,
                            looks[k].dark_line);
    }
    return fmt::format("{}@media (prefers-color-scheme: dark) {{\n"
                       "{}}}\n",
                       light, dark);
}

std::string head(const Node &node)
{
    std::string result = fmt::format("<b>{}</b>", name(node.type()));
    Lines text = describe_payload(node);
    if (text.empty())
        return result;
    result += "<div class=\"says\">";
    for (const std::string &line : text) {
        std::size_t indentation = indentation_of(line);
        result += fmt::format("<div style=\"margin-left: {}ch\">{}</div>", indentation,
                              escaped(line.substr(indentation)));
    }
    return result + "</div>";
}

void write_boxes(std::string &text, const Node &node)
{
    const char *type = name(node.type());
    if (ends_a_path(node)) {
        text += fmt::format("<div class=\"box {}\"><div class=\"head\">{}</div></div>\n", type,
                            head(node));
        return;
    }
    text +=
        fmt::format("<details class=\"box {}\" open=\"open\"><summary class=\"head\">{}</summary>\n"
                    "<div class=\"below\">\n",
                    type, head(node));
    for (std::size_t k = 0; k < node.child_count(); ++k)
        write_boxes(text, *node.child(k));
    text += "</div></details>\n";
}

/// Number of nodes, without leaves.
std::size_t size(const Node &node)
{
    std::size_t result = node.is<schedule::Leaf>() ? 0 : 1;
    for (std::size_t k = 0; k < node.child_count(); ++k)
        result += size(*node.child(k));
    return result;
}

/// A tree with its title on a page.
void write_section(std::string &text, const TitledTree &titled)
{
    if (!titled.title.empty())
        text += fmt::format("<h2>{}</h2>\n", escaped(titled.title));
    if (size(titled.tree.node()) <= picture_limit) {
        std::string svg = to_svg({{"", titled.tree}});
        text += fmt::format("<figure>\n{}</figure>\n", svg.substr(svg.find("<svg")));
    }
    text += "<section>\n";
    write_boxes(text, titled.tree.node());
    text += "</section>\n";
}

} // namespace

std::string to_html(const std::vector<TitledTree> &trees)
{
    const char *title = trees.size() == 1 ? "Schedule tree" : "Schedule trees";
    std::string sections;
    for (const TitledTree &titled : trees)
        write_section(sections, titled);
    return page(title, std::string(style_sheet) + colours(), sections);
}

} // namespace espalier::report
