#pragma once

#include <string>

namespace espalier::targets {

/// `text` with all its lines but the first moved right by `unit`; those that continue one with a
/// backslash stay where they are.
std::string indented(const std::string &text, const std::string &unit);

/// Lines that begin with an indentation begin with another instead.
std::string moved(const std::string &lines, const std::string &from, const std::string &to);

} // namespace espalier::targets
