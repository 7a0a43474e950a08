#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace espalier::report {

/// A part of a picture, from (0, 0) to (width, height), in pixels.
struct Picture {
    double width = 0, height = 0;
    std::string elements; ///< of SVG
};

/// \name Elements of SVG.
/// @{
/// \param attributes  more of them, such as "class=\"title\""
std::string text_element(double x, double y, std::string_view text,
                         std::string_view attributes = "");
std::string line_element(double x1, double y1, double x2, double y2, std::string_view attributes);
/// @}

/// A line of text as a picture.
Picture heading(const std::string &text);

/// A picture in an SVG document that has no identifiers, so that several fit on a page.
/// \param document  as Graphviz writes it
Picture from_document(const std::string &document);

/// The pictures below one another, left aligned.
Picture stacked(const std::vector<Picture> &pictures);

/// The `svg` element, for a page.
std::string to_element(const Picture &picture);

/// The pictures below one another, as a document.
std::string to_document(const std::vector<Picture> &pictures);

} // namespace espalier::report
