#include "espalier/report/schedule_picture.h"

#include "espalier/base/error.h"
#include "espalier/schedule/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

extern "C" {
extern gvplugin_library_t gvplugin_core_LTX_library;
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
}

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

/// Text between the tags, or in a quoted attribute, of XML.
std::string escaped(std::string_view text)
{
    std::string result;
    for (char character : text) {
        switch (character) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += character;
        }
    }
    return result;
}

std::size_t indentation_of(const std::string &line)
{
    return std::min(line.find_first_not_of(' '), line.size());
}

bool ends_a_path(const Node &node)
{
    return node.child_count() == 1 && node.child(0)->is<schedule::Leaf>();
}

/// Of a picture's node, in characters, but for a closing brace that may stand out.
constexpr std::size_t label_width = 60;
/// In lines.
constexpr std::size_t label_height = 12;

/// Where to break a line that is wider than a label, if it can be broken: at the last of the first
/// kind of place that there is after `begin`. A wide gap stands before the attributes of a band.
std::size_t break_point(const std::string &line, std::size_t begin)
{
    for (const char *place : {"  ", " and ", " or ", " : ", "; ", " -> ", ", ", " "}) {
        std::size_t at = line.rfind(place, label_width);
        if (at != std::string::npos && at > begin)
            return place[0] == ' ' ? at : at + 1;
    }
    return std::string::npos;
}

/// The start of a line that cannot be broken. A character of UTF-8 is not cut in two.
std::string cut(const std::string &line)
{
    std::size_t end = label_width - 3;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80)
        --end;
    return line.substr(0, end) + "...";
}

/// Breaks a line into parts that are no wider than a label; what follows the first part is
/// indented.
void wrap(Lines &lines, std::string line)
{
    std::size_t indentation = indentation_of(line);
    for (std::size_t begin = indentation; line.size() > label_width + 2; begin = indentation + 2) {
        std::size_t end = break_point(line, begin);
        if (end == std::string::npos) {
            line = cut(line);
            break;
        }
        lines.push_back(line.substr(0, end));
        line = std::string(indentation + 2, ' ') + line.substr(line.find_first_not_of(' ', end));
    }
    lines.push_back(std::move(line));
}

/// What a node says, as it fits in a picture.
Lines shortened(const Lines &text)
{
    Lines lines;
    for (const std::string &line : text) {
        wrap(lines, line);
        if (lines.size() > label_height) {
            lines.resize(label_height);
            lines.back() = "...";
            break;
        }
    }
    return lines;
}

/// Text in a quoted string of Graphviz's language: it decodes XML's entities, and has escapes of
/// its own after backslashes.
std::string quoted(const std::string &text)
{
    std::string result;
    for (char character : escaped(text))
        result += character == '\\' ? "\\\\" : std::string(1, character);
    return result;
}

/// A line at the left. Viewers of SVG swallow a space at its start.
std::string label_line(const std::string &line)
{
    bool is_indented = line.starts_with(' ');
    return (is_indented ? "&#160;" + quoted(line.substr(1)) : quoted(line)) + "\\l";
}

/// The type in the middle, what the node says at the left. Not in Graphviz's HTML, which could set
/// the type in bold: Graphviz leaks memory on each line of that.
std::string label(const Node &node, const Lines &text)
{
    std::string result = fmt::format("{}\\n", name(node.type()));
    for (const std::string &line : shortened(text))
        result += label_line(line);
    return result;
}

/// \return the number of the node after those written, of which the first is `first`
std::size_t write_dot(std::string &text, const Node &node, std::size_t first)
{
    const Look &style = look(node.type());
    Lines payload = describe_payload(node);
    text += fmt::format("  n{} [label=\"{}\", tooltip=\"{}\", class={}, {}, fillcolor=\"{}\", "
                        "color=\"{}\"];\n",
                        first, label(node, payload),
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

namespace {

/// What to do if Graphviz fails on the text of `to_dot`.
[[noreturn]] void refuse()
{
    throw Error(Fault::espalier, DiagnosticKind::internal_error,
                "Graphviz does not draw the schedule tree");
}

/// The plugins that Graphviz needs here, linked: with those that it looks for at run time, the
/// width of text, and so the picture, would depend on the fonts of the machine.
constexpr std::array<lt_symlist_t, 3> plugins = {
    {{"gvplugin_core_LTX_library", &gvplugin_core_LTX_library},
     {"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
     {nullptr, nullptr}}};

/// Sets the types in bold.
constexpr std::string_view title_style =
    "<style>.node text:first-of-type { font: bold 11px Helvetica, Arial, sans-serif; }</style>";

} // namespace

std::string to_svg(const std::vector<TitledTree> &trees)
{
    std::unique_ptr<GVC_t, decltype(&gvFreeContext)> context(
        gvContextPlugins(plugins.data(), /* demand_loading: */ 0), &gvFreeContext);
    std::unique_ptr<graph_t, decltype(&agclose)> graph(agmemread(to_dot(trees).c_str()), &agclose);
    if (!graph || gvLayout(context.get(), graph.get(), "dot") != 0)
        refuse();
    char *data = nullptr;
    unsigned size = 0;
    bool is_drawn = gvRenderData(context.get(), graph.get(), "svg", &data, &size) == 0;
    gvFreeLayout(context.get(), graph.get());
    if (!is_drawn)
        refuse();
    std::string result(data, size);
    gvFreeRenderData(data);
    return result.insert(result.find('>', result.find("<svg")) + 1, title_style);
}

namespace {

/// Trees with more nodes have no picture on their page: it would be too wide to be of use.
constexpr std::size_t picture_limit = 100;

constexpr std::string_view style_sheet = R"css(
:root { color-scheme: light dark; --page: #ffffff; --ink: #1f2328; --faint: #57606a; }
body { margin: 2rem; background: var(--page); color: var(--ink);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.3rem; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 0.6rem; }
figure { margin: 0 0 1.5rem; overflow-x: auto; }
figure svg { display: block; margin: 0 auto; }
figure svg text { fill: var(--ink); }
figure svg .graph > polygon { fill: none; }
figure svg .edge path, figure svg .edge polygon { stroke: var(--faint); }
figure svg .edge polygon { fill: var(--faint); }
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
                       ":root {{ --page: #16181c; --ink: #e6e8eb; --faint: #9aa3ad; }}\n{}}}\n",
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
    std::string text =
        fmt::format("<!DOCTYPE html>\n"
                    "<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                    "<title>{0}</title>\n"
                    "<style>{1}{2}</style></head>\n<body><h1>{0}</h1>\n<main>\n",
                    title, style_sheet, colours());
    for (const TitledTree &titled : trees)
        write_section(text, titled);
    return text + "</main></body></html>\n";
}

} // namespace espalier::report
