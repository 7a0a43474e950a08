#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace espalier::test {

/// How often each value that the pattern's first group can have occurs in a text.
std::map<std::string, std::size_t> count_matches(const std::string &text, const char *pattern);

bool contains(const std::string &text, const std::string &part);

/// The first reason why a document is no well-formed XML; "" if it is.
std::string fault_in_xml(const std::string &document);

} // namespace espalier::test
