#pragma once

#include "espalier/schedule/band.h"

#include <optional>
#include <set>
#include <string>

namespace espalier::driver {

/// What the `# OPTIONS:` lines at the head of a file ask for, in the words of isl's own driver:
/// --atomic, --separate or --unroll for all loops.
/// \return nothing if there is none
/// \throws Error{malformed_model} for other options
std::optional<schedule::LoopOption> loop_option_of_file(const std::string &text,
                                                        const std::string &file);

/// The names of statements and symbolic constants in a file in isl's notation; possibly more.
std::set<std::string> names_in(const std::string &text);

} // namespace espalier::driver
