#include "espalier/dependence/constraints_file.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/yaml_object.h"

#include <isl/union_map.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>

namespace espalier::dependence {

namespace {

using schedule::YamlValue;

constexpr std::array<std::string_view, 7> keys = {"domain",
                                                  "context",
                                                  "validity",
                                                  "proximity",
                                                  "coincidence",
                                                  "condition",
                                                  "conditional_validity"};

/// The key that a line begins with, if any: a word at its start, before a colon.
std::optional<std::string_view> key_of(std::string_view line)
{
    std::size_t length = 0;
    while (length < line.size() &&
           (std::islower(static_cast<unsigned char>(line[length])) != 0 || line[length] == '_'))
        ++length;
    return length > 0 && length < line.size() && line[length] == ':'
               ? std::optional(line.substr(0, length))
               : std::nullopt;
}

/// Takes blanks at both ends off, then quotes.
std::string_view unquoted(std::string_view text)
{
    constexpr const char *blanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    text.remove_suffix(text.size() - (text.find_last_not_of(blanks) + 1));
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
        text.back() == text.front())
        text = text.substr(1, text.size() - 2);
    return text;
}

/// The keys with their values. The files are meant as YAML, but those that people write have sets
/// and relations without quotes, over several lines, which is none.
std::map<std::string, YamlValue> read_entries(const std::string &text, const std::string &file)
{
    std::map<std::string, YamlValue> result;
    YamlValue *current = nullptr;
    std::istringstream lines(text);
    std::string line;
    for (unsigned number = 1; std::getline(lines, line); ++number) {
        YamlValue here{YamlValue::Kind::scalar, {file, number, 1, line}, "", {}, {}};
        std::string_view content = std::string_view(line).substr(0, line.find('#'));
        if (std::optional<std::string_view> key = key_of(content)) {
            if (std::ranges::find(keys, *key) == keys.end())
                schedule::refuse(here, fmt::format("`{}` has no meaning in schedule constraints, "
                                                   "which have the keys {}",
                                                   *key, fmt::join(keys, ", ")));
            auto [entry, is_new] = result.emplace(*key, here);
            if (!is_new)
                schedule::refuse(here, fmt::format("`{}` stands twice", *key));
            current = &entry->second;
            content.remove_prefix(key->size() + 1);
        } else if (!current && !unquoted(content).empty()) {
            schedule::refuse(here, "schedule constraints begin with a key, `domain:` say");
        }
        if (current)
            current->scalar += std::string(content) + "\n";
    }
    for (auto &[key, value] : result)
        value.scalar = std::string(unquoted(value.scalar));
    return result;
}

/// The pairs { [S[i] -> R[]] -> [T[j] -> Q[]] } with tags, or without, of instances in the domain.
isl::union_map tagged_in_domain(const isl::union_map &pairs, const isl::union_set &domain)
{
    isl::union_set ends = domain;
    pairs.domain().unite(pairs.range()).foreach_set([&](const isl::set &set) {
        if (!set.is_wrapping())
            return;
        isl::map tagged = set.unwrap();
        presburger::add_to(ends, tagged.to_union_map().intersect_domain(domain).wrap());
    });
    return pairs.intersect_domain(ends).intersect_range(ends);
}

/// { a -> b : a is not b }
isl::map without_equal(const isl::map &pairs)
{
    bool is_comparable = pairs.space().domain().is_equal(pairs.space().range());
    return is_comparable ? pairs.subtract(pairs.domain().identity()) : pairs;
}

/// The pairs of different instances, with or without tags: no order of the instances could put one
/// before itself, and isl asks for none.
isl::union_map of_different_instances(const isl::union_map &pairs)
{
    isl::union_map result = isl::union_map::empty(pairs.ctx());
    pairs.foreach_map([&](const isl::map &map) {
        bool is_tagged = map.domain().is_wrapping() && map.range().is_wrapping();
        if (!is_tagged)
            return presburger::add_to(result, without_equal(map));
        isl::map instances = map.zip().domain().unwrap();
        presburger::add_to(
            result, map.zip().intersect_domain(without_equal(instances).wrap()).zip());
    });
    return result;
}

} // namespace

Constraints read_constraints_file(isl::ctx ctx, const std::string &text, const std::string &file)
{
    std::map<std::string, YamlValue> entries = read_entries(text, file);
    if (!entries.contains("domain"))
        schedule::refuse({YamlValue::Kind::null, {file, 1, 1, ""}, "", {}, {}},
                         "schedule constraints need a `domain`");
    Constraints result;
    result.domain = schedule::read_yaml_object<isl::union_set>(ctx, entries.at("domain"), "domain");
    result.context =
        entries.contains("context")
            ? schedule::read_yaml_object<isl::set>(ctx, entries.at("context"), "context")
            : isl::set(ctx, "{ : }");
    auto relation = [&](const std::string &key) {
        return entries.contains(key) ? tagged_in_domain(schedule::read_yaml_object<isl::union_map>(
                                                            ctx, entries.at(key), key),
                                                        result.domain)
                                     : isl::union_map::empty(ctx);
    };
    result.validity = of_different_instances(relation("validity"));
    result.proximity = relation("proximity");
    result.coincidence = relation("coincidence");
    result.condition = relation("condition");
    result.conditional_validity = of_different_instances(relation("conditional_validity"));
    return result;
}

std::string to_yaml(const Constraints &constraints)
{
    auto line = [](const char *key, const auto &object) {
        return fmt::format("{}: \"{}\"\n", key, presburger::to_string(object));
    };
    return line("domain", constraints.domain) + line("context", constraints.context) +
           line("validity", constraints.validity) + line("proximity", constraints.proximity) +
           line("coincidence", constraints.coincidence) + line("condition", constraints.condition) +
           line("conditional_validity", constraints.conditional_validity);
}

} // namespace espalier::dependence
