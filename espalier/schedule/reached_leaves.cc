#include "espalier/schedule/reached_leaves.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/edit_error.h"

#include <isl/space.h>

namespace espalier::schedule {

namespace {

/// What reaches the children of `node`, of the instances that reach it.
isl::union_set below(const Node &node, const isl::union_set &instances)
{
    if (node.is<Filter>())
        return node.as<Filter>().instances.intersect(instances);
    if (node.is<Context>())
        return instances.intersect_params(node.as<Context>().constraints.params());
    return instances;
}

void check_convertible(const Cursor &place)
{
    if (place.is<Expansion>() || place.is<Extension>() || place.is<Guard>())
        throw impossible(place, "other schedule representations have nothing of the kind");
}

void collect(const Cursor &place, const isl::union_set &instances, std::vector<ReachedLeaf> &leaves)
{
    check_convertible(place);
    if (place.is<Leaf>() && !instances.is_empty())
        leaves.push_back({place.path(), instances});
    isl::union_set instances_below = below(place.node(), instances);
    for (std::size_t k = 0; k < place.child_count(); ++k)
        collect(place.child(k), instances_below, leaves);
}

} // namespace

std::vector<ReachedLeaf> reached_leaves(const Tree &tree)
{
    std::vector<ReachedLeaf> result;
    collect(tree.root(), tree.domain(), result);
    return result;
}

std::string statement_name(const isl::space &statement)
{
    const char *name = isl_space_get_tuple_name(statement.get(), isl_dim_set);
    return name ? name : presburger::to_string(statement);
}

Error impossible_conversion(const std::string &reason)
{
    return Error(Fault::input, DiagnosticKind::impossible_edit, reason);
}

} // namespace espalier::schedule
