#include "espalier/strategies/devices/added_statements.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

namespace espalier::strategies {

void AddedStatements::add(const isl::set &instances, unsigned outer, const schedule::NodePtr &below)
{
    isl_map *own = isl_map_add_dims(isl_map_from_range(instances.copy()), isl_dim_in, outer);
    for (unsigned k = 0; k < outer; ++k)
        own = isl_map_equate(own, isl_dim_in, int(k), isl_dim_out, int(k));
    relation_ = relation_.unite(isl::union_map(isl::manage(own)));
    filters_.push_back(
        schedule::node(schedule::Filter{isl::set::universe(instances.space())}, below));
}

schedule::NodePtr with_added(const AddedStatements &first, const schedule::NodePtr &filter,
                             const AddedStatements &last)
{
    std::vector<schedule::NodePtr> filters = first.filters();
    filters.push_back(filter);
    filters.insert(filters.end(), last.filters().begin(), last.filters().end());
    return schedule::node(schedule::Extension{first.relation().unite(last.relation())},
                          schedule::sequence(filters));
}

isl::set instances_of(const std::string &name, const isl::map &relation)
{
    isl_set *all = isl_set_flatten(relation.wrap().release());
    return isl::manage(
        isl_set_set_tuple_id(all, presburger::make_id(relation.ctx(), name).release()));
}

std::string name_of(const isl::set &instances)
{
    return isl::manage(isl_set_get_tuple_id(instances.get())).name();
}

isl::multi_pw_aff coordinates(const isl::set &instances, unsigned first, unsigned count)
{
    isl_multi_pw_aff *all = instances.space().identity_multi_pw_aff_on_domain().release();
    all = isl_multi_pw_aff_reset_tuple_id(all, isl_dim_out);
    all = isl_multi_pw_aff_drop_dims(all, isl_dim_out, first + count,
                                     presburger::dimensions(instances) - first - count);
    return isl::manage(isl_multi_pw_aff_drop_dims(all, isl_dim_out, 0, first));
}

schedule::Band band_of(const isl::multi_pw_aff &functions)
{
    return schedule::Band(isl::manage(isl_multi_union_pw_aff_from_multi_pw_aff(functions.copy())));
}

std::vector<isl::pw_aff> list(const isl::multi_pw_aff &functions)
{
    std::vector<isl::pw_aff> result;
    for (unsigned k = 0; k < unsigned(functions.size()); ++k)
        result.push_back(functions.at(int(k)));
    return result;
}

} // namespace espalier::strategies
