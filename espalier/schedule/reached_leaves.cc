#include "espalier/schedule/reached_leaves.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/reach.h"

#include <isl/space.h>

namespace espalier::schedule {

namespace {

void check_convertible(const Cursor &place)
{
    if (place.is<Expansion>() || place.is<Extension>() || place.is<Guard>())
        throw impossible(place, "other schedule representations have nothing of the kind");
}

void collect(const Cursor &place, const Reach &reach, std::vector<ReachedLeaf> &leaves)
{
    check_convertible(place);
    if (place.is<Leaf>() && !reach.instances.is_empty())
        leaves.push_back({place.path(), reach.instances});
    Reach reach_below = below(place.node(), reach);
    for (std::size_t k = 0; k < place.child_count(); ++k)
        collect(place.child(k), reach_below, leaves);
}

} // namespace

std::vector<ReachedLeaf> reached_leaves(const Tree &tree)
{
    std::vector<ReachedLeaf> result;
    collect(tree.root().child(0), reach_below_root(tree.node().as<Domain>()), result);
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
