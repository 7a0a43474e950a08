#include "espalier/ast/iterator_prefix.h"

#include "espalier/presburger/parameters.h"

#include <algorithm>
#include <vector>

namespace espalier::ast {

namespace {

bool is_iterator(const std::string &name, const std::string &prefix)
{
    return name.size() > prefix.size() && name.starts_with(prefix) &&
           name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
}

} // namespace

std::string free_iterator_prefix(const std::string &wish, const isl::set &context)
{
    const std::vector<std::string> taken = presburger::parameter_names(context.space());
    std::string prefix = wish;
    while (std::ranges::any_of(
        taken, [&](const std::string &name) { return is_iterator(name, prefix); }))
        prefix += "_";
    return prefix;
}

} // namespace espalier::ast
