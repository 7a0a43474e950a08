#include "espalier/ast/symbolic_constants.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/parameters.h"

#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::ast {

using schedule::Cursor;

isl::set with_constants(isl::set context, const schedule::Node &subtree)
{
    auto add = [&](const auto &value) {
        context =
            isl::manage(isl_set_align_params(context.release(), value.space().params().release()));
    };
    if (subtree.is<schedule::Domain>())
        add(subtree.as<schedule::Domain>().instances);
    if (subtree.is<schedule::Context>())
        add(subtree.as<schedule::Context>().constraints);
    if (subtree.is<schedule::Guard>())
        add(subtree.as<schedule::Guard>().constraints);
    if (subtree.is<schedule::Filter>())
        add(subtree.as<schedule::Filter>().instances);
    if (subtree.is<schedule::Band>())
        add(subtree.as<schedule::Band>().schedule);
    if (subtree.is<schedule::Extension>())
        add(subtree.as<schedule::Extension>().relation);
    if (subtree.is<schedule::Expansion>())
        add(subtree.as<schedule::Expansion>().expansion);
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        context = with_constants(context, *subtree.child(k));
    return context;
}

std::vector<std::string> introduced_constants(const Cursor &context)
{
    isl::set all = context.as<schedule::Context>().constraints;
    std::vector<std::string> result = presburger::parameter_names(all.space());
    for (Cursor node = context; node.has_parent();) {
        node = node.above();
        std::vector<std::string> outer;
        if (node.is<schedule::Context>())
            outer = presburger::parameter_names(node.as<schedule::Context>().constraints.space());
        if (node.is<schedule::Domain>())
            outer = presburger::parameter_names(node.as<schedule::Domain>().instances.space());
        std::erase_if(result, [&](const std::string &constant) {
            return std::find(outer.begin(), outer.end(), constant) != outer.end();
        });
    }
    return result;
}

isl::set without_constants(const isl::set &set, const std::vector<std::string> &constants)
{
    if (constants.empty())
        return set;
    isl::set result = presburger::shared_constraints(set);
    for (const std::string &constant : constants) {
        int position = isl_set_find_dim_by_name(result.get(), isl_dim_param, constant.c_str());
        if (position >= 0)
            result = isl::manage(isl_set_eliminate(result.release(), isl_dim_param,
                                                   static_cast<unsigned>(position), 1));
    }
    return result;
}

} // namespace espalier::ast
