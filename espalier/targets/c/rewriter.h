#pragma once

#include <string>
#include <vector>

namespace espalier::targets {

/// New text for a range of bytes of a file.
struct Replacement {
    std::size_t begin, end;
    std::string text;
};

/// `text` with the replacements made, all else byte for byte as it was. Line feeds in new text
/// become the line ends that the file has.
/// \param replacements  disjoint, in any order; what goes in at one place is in theirs
std::string rewrite(const std::string &text, std::vector<Replacement> replacements);

} // namespace espalier::targets
