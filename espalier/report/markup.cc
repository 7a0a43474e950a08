#include "espalier/report/markup.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::report {

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

namespace {

constexpr std::string_view shared_style_sheet = R"css(
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
@media (prefers-color-scheme: dark) {
:root { --page: #16181c; --ink: #e6e8eb; --faint: #9aa3ad; }
}
)css";

} // namespace

std::string page(std::string_view title, std::string_view style_sheet, std::string_view main)
{
    return fmt::format("<!DOCTYPE html>\n"
                       "<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                       "<title>{0}</title>\n"
                       "<style>{1}{2}</style></head>\n<body><h1>{0}</h1>\n<main>\n"
                       "{3}</main></body></html>\n",
                       escaped(title), shared_style_sheet, style_sheet, main);
}

} // namespace espalier::report
