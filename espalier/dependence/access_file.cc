#include "espalier/dependence/access_file.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/union_map.h"
#include "espalier/schedule/yaml.h"
#include "espalier/schedule/yaml_object.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace espalier::dependence {

namespace {

using schedule::YamlValue;

constexpr std::array<std::string_view, 6> keys = {"sink", "may_source", "must_source",
                                                  "kill", "schedule",   "schedule_map"};

void refuse_unknown_keys(const YamlValue &document)
{
    if (document.kind != YamlValue::Kind::map)
        schedule::refuse(document, "access information has to be a map");
    for (const YamlValue &key : document.keys)
        if (std::ranges::find(keys, key.scalar) == keys.end())
            schedule::refuse(key,
                             fmt::format("`{}` has no meaning in access information, which has "
                                         "the keys {}",
                                         key.scalar, fmt::join(keys, ", ")));
}

schedule::Tree read_order(isl::ctx ctx, const YamlValue &document)
{
    if (const YamlValue *tree = document.find("schedule"))
        return schedule::read_tree(ctx, *tree);
    if (const YamlValue *map = document.find("schedule_map"))
        return schedule::from_union_map(
            schedule::read_yaml_object<isl::union_map>(ctx, *map, "schedule_map"));
    schedule::refuse(document, "access information needs a `schedule`");
}

} // namespace

AccessFile read_access_file(isl::ctx ctx, const std::string &text, const std::string &file)
{
    YamlValue document = schedule::read_yaml_document(text, file);
    refuse_unknown_keys(document);
    auto relation = [&](const std::string &key) {
        const YamlValue *value = document.find(key);
        return value ? schedule::read_yaml_object<isl::union_map>(ctx, *value, key)
                     : isl::union_map::empty(ctx);
    };
    if (!document.find("sink"))
        schedule::refuse(document, "access information needs a `sink`");
    AccessInfo accesses{relation("sink"), relation("may_source"), relation("must_source"),
                        relation("kill")};
    return {accesses, read_order(ctx, document)};
}

std::string to_yaml(const Flow &flow)
{
    auto line = [](const char *key, const isl::union_map &relation) {
        return fmt::format("{}: \"{}\"\n", key, presburger::to_string(relation.coalesce()));
    };
    return line("must_dependence", flow.full_must_dependence()) +
           line("may_dependence", flow.full_dependence()) +
           line("must_no_source", flow.without_source()) +
           line("may_no_source", flow.without_must_source());
}

} // namespace espalier::dependence
