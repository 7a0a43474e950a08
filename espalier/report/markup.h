#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace espalier::report {

/// Text between the tags, or in a quoted attribute, of XML.
std::string escaped(std::string_view text);

/// The number of spaces that a line starts with.
std::size_t indentation_of(const std::string &line);

/// A page that needs nothing else, neither network nor scripts.
/// \param style_sheet  rules beside those that all pages share: the colours `--page`, `--ink` and
///                     `--faint`, for light and dark pages; headings; figures with pictures in SVG
/// \param main  the page below its heading, which is `title`, in XML
std::string page(std::string_view title, std::string_view style_sheet, std::string_view main);

} // namespace espalier::report
