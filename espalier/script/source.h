#pragma once

#include "espalier/base/diagnostic.h"

#include <string>
#include <vector>

namespace espalier::script {

/// The text of a script; the name is for messages.
struct Source {
    std::string name, text;
    /// Of each line of a script that was made from something else: what it was made from. Empty
    /// where the script itself is what the user wrote.
    std::vector<SourcePlace> origins = {};
};

/// Where a word stands by itself in a line, or what the line was made from.
/// \param line  from 1; 0: the script as a whole
SourcePlace place_in(const Source &source, unsigned line, const std::string &word);

} // namespace espalier::script
