#pragma once

#include "espalier/base/error.h"
#include "espalier/base/spelling.h"
#include "espalier/schedule/yaml_document.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cstddef>
#include <string>
#include <vector>

namespace espalier::machine {

/// An entry of a map that describes something, and is a number.
template <class Described, class Number>
struct Entry {
    const char *key;
    Number Described::*member;
    Number least, most;
    const char *meaning;
};

/// At an entry of the map.
/// \throws Error{malformed_model}
[[noreturn]] inline void refuse(const schedule::YamlValue &value, const std::string &message)
{
    throw Error(Fault::input, DiagnosticKind::malformed_model, message, value.place);
}

template <class Described, class Number>
void read_number(const Entry<Described, Number> &entry, const schedule::YamlValue &value,
                 Described &described)
{
    Number number = 0;
    const char *end = value.scalar.data() + value.scalar.size();
    auto [rest, error] = std::from_chars(value.scalar.data(), end, number);
    const bool is_number = !value.scalar.empty() && error == std::errc() && rest == end;
    if (!is_number || !(number >= entry.least && number <= entry.most))
        refuse(value, fmt::format("`{}` has to be a number from {} to {}", entry.key, entry.least,
                                  entry.most));
    described.*entry.member = number;
}

/// Reads the entry with a key, if there is one; notes the keys that there are.
template <class Described, class Number, std::size_t count>
bool read_one_of(const Entry<Described, Number> (&entries)[count], const schedule::YamlValue &key,
                 const schedule::YamlValue &value, Described &described,
                 std::vector<std::string> &known)
{
    for (const auto &entry : entries) {
        if (key.scalar == entry.key) {
            read_number(entry, value, described);
            return true;
        }
        known.emplace_back(entry.key);
    }
    return false;
}

/// Writes entries that read_one_of() reads.
template <class Described, class Number, std::size_t count>
void write_entries(const Entry<Described, Number> (&entries)[count], const Described &described,
                   YAML::Emitter &out)
{
    for (const auto &entry : entries) {
        out << YAML::Key << entry.key << YAML::Value << fmt::format("{}", described.*entry.member);
        if (*entry.meaning)
            out << YAML::Comment(entry.meaning);
    }
}

} // namespace espalier::machine
