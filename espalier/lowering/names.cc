#include "espalier/lowering/names.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace espalier::lowering {

namespace {

/// Whether a name of the form PREFIX123 is among `taken`.
bool is_taken(const std::string &prefix, const std::set<std::string> &taken)
{
    for (auto name = taken.lower_bound(prefix); name != taken.end() && name->rfind(prefix, 0) == 0;
         ++name)
        if (name->size() > prefix.size() &&
            std::all_of(name->begin() + static_cast<long>(prefix.size()), name->end(),
                        [](unsigned char c) { return std::isdigit(c); }))
            return true;
    return false;
}

/// The first prefix whose numbered names are all free, or one made from the last.
std::string free_prefix(const std::vector<std::string> &prefixes,
                        const std::set<std::string> &taken)
{
    auto free = std::find_if(prefixes.begin(), prefixes.end(),
                             [&](const std::string &prefix) { return !is_taken(prefix, taken); });
    std::string result = free != prefixes.end() ? *free : prefixes.back() + "_";
    while (is_taken(result, taken))
        result += "_";
    return result;
}

} // namespace

Names choose_names(const std::set<std::string> &taken, bool is_cxx)
{
    Names names;
    if (is_cxx)
        names.restrict_qualifier = "__restrict__";
    std::vector<std::string *> helpers = {&names.minimum, &names.maximum, &names.floor_division};
    bool collide = std::any_of(helpers.begin(), helpers.end(),
                               [&](const std::string *name) { return taken.count(*name) > 0; });
    if (collide)
        for (std::string *name : helpers)
            name->insert(0, "espalier_");
    for (std::string *name :
         {&names.disjoint, &names.disjoint_or_same, &names.enough, &names.threads, &names.thread})
        helpers.push_back(name);
    for (std::string *name : helpers)
        for (std::string wish = *name, suffix = "_2"; taken.count(*name); suffix += "_2")
            *name = wish + suffix;
    auto starts_with = [&](const std::string &prefix) {
        auto first = taken.lower_bound(prefix);
        return first != taken.end() && first->starts_with(prefix);
    };
    for (std::string *prefix : {&names.kernel, &names.vector, &names.memory, &names.rows,
                                &names.inspected, &names.steady, &names.region, &names.device})
        while (starts_with(*prefix))
            *prefix += "_";
    names.block_prefix = free_prefix({"b", "block", "espalier_b"}, taken);
    names.thread_prefix = free_prefix({"l", "local", "espalier_l"}, taken);
    names.iterator_prefix = free_prefix({"c", "t", "it", "espalier_c"}, taken);
    names.value_prefix = free_prefix({"v", "value", "espalier_v"}, taken);
    names.lanes_prefix = free_prefix({"x", "lanes", "espalier_x"}, taken);
    return names;
}

} // namespace espalier::lowering
