#include "espalier/report/graphviz.h"

#include "espalier/base/error.h"
#include "espalier/report/markup.h"

#include <graphviz/gvc.h>

#include <array>
#include <memory>
#include <string_view>

extern "C" {
extern gvplugin_library_t gvplugin_core_LTX_library;
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
}

namespace espalier::report {

namespace {

using Lines = std::vector<std::string>;

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

} // namespace

std::string quoted(const std::string &text)
{
    std::string result;
    for (char character : escaped(text))
        result += character == '\\' ? "\\\\" : std::string(1, character);
    return result;
}

namespace {

/// A line at the left. Viewers of SVG swallow a space at its start.
std::string label_line(const std::string &line)
{
    bool is_indented = line.starts_with(' ');
    return (is_indented ? "&#160;" + quoted(line.substr(1)) : quoted(line)) + "\\l";
}

} // namespace

// Not in Graphviz's HTML, which could set the heading in bold: Graphviz leaks memory on each line
// of that.
std::string label(const std::string &heading, const Lines &lines)
{
    std::string result = quoted(heading) + "\\n";
    for (const std::string &line : shortened(lines))
        result += label_line(line);
    return result;
}

namespace {

/// What to do if Graphviz fails on a graph.
[[noreturn]] void refuse()
{
    throw Error(Fault::espalier, DiagnosticKind::internal_error, "Graphviz does not draw a graph");
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

std::string draw(const std::string &dot)
{
    std::unique_ptr<GVC_t, decltype(&gvFreeContext)> context(
        gvContextPlugins(plugins.data(), /* demand_loading: */ 0), &gvFreeContext);
    std::unique_ptr<graph_t, decltype(&agclose)> graph(agmemread(dot.c_str()), &agclose);
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

} // namespace espalier::report
