#pragma once

#include <isl/cpp.h>

#include <string>

namespace espalier::ast {

/// A prefix such that none of prefix0, prefix1, ... is the name of a symbolic constant: `wish`, or
/// `wish` with underscores after it.
/// \param context  { : ... } with all symbolic constants of the code
std::string free_iterator_prefix(const std::string &wish, const isl::set &context);

} // namespace espalier::ast
