#include "espalier/report/svg.h"

#include "espalier/report/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace espalier::report {

namespace {

/// Between pictures, and around a document.
constexpr double gap = 14;

std::string svg_element(const Picture &picture, std::string_view attributes)
{
    return fmt::format("<svg {} width=\"{:.0f}\" height=\"{:.0f}\" "
                       "viewBox=\"0 0 {:.2f} {:.2f}\">\n{}</svg>\n",
                       attributes, picture.width, picture.height, picture.width, picture.height,
                       picture.elements);
}

} // namespace

std::string text_element(double x, double y, std::string_view text, std::string_view attributes)
{
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, attributes,
                       escaped(text));
}

std::string line_element(double x1, double y1, double x2, double y2, std::string_view attributes)
{
    return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1,
                       y1, x2, y2, attributes);
}

Picture heading(const std::string &text)
{
    constexpr double character = 9, height = 22;
    return {character * static_cast<double>(text.size()), height,
            text_element(0, 16, text, "font-size=\"15\" font-weight=\"bold\"")};
}

Picture from_document(const std::string &document)
{
    static const std::regex size("width=\"([0-9.]+)pt\" height=\"([0-9.]+)pt\"");
    static const std::regex identifier(" id=\"[^\"]*\"");
    std::smatch match;
    std::regex_search(document, match, size);
    std::size_t begin = document.find('>', document.find("<svg")) + 1;
    std::string elements = document.substr(begin, document.rfind("</svg>") - begin);
    return {std::stod(match[1]), std::stod(match[2]), std::regex_replace(elements, identifier, "")};
}

Picture stacked(const std::vector<Picture> &pictures)
{
    Picture result;
    for (const Picture &picture : pictures) {
        if (result.height > 0)
            result.height += gap;
        result.elements += svg_element(picture, fmt::format("x=\"0\" y=\"{:.0f}\"", result.height));
        result.height += picture.height;
        result.width = std::max(result.width, picture.width);
    }
    return result;
}

std::string to_element(const Picture &picture)
{
    return svg_element(picture, "font-family=\"Helvetica, Arial, sans-serif\" "
                                "xmlns=\"http://www.w3.org/2000/svg\" "
                                "xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
}

std::string to_document(const std::vector<Picture> &pictures)
{
    Picture all = stacked(pictures);
    Picture framed{all.width + 2 * gap, all.height + 2 * gap, ""};
    framed.elements += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    framed.elements += svg_element(all, fmt::format("x=\"{0:.0f}\" y=\"{0:.0f}\"", gap));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n" + to_element(framed);
}

} // namespace espalier::report
