#include "tests/support/unrolled_size.h"

#include "espalier/schedule/queries.h"

#include <isl/set.h>

#include <limits>

namespace espalier::test {

using namespace schedule;

namespace {

/// The number of values of { S[i] -> [b] } on some instances, whatever the parameters.
double count_values(const isl::union_pw_aff &member, const isl::union_set &instances)
{
    isl::union_set values = instances.apply(member.as_union_map());
    if (values.is_empty())
        return 0;
    isl::set line = isl::manage(isl_set_from_union_set(values.release()));
    unsigned parameters = unsigned(isl_set_dim(line.get(), isl_dim_param));
    line = isl::manage(isl_set_project_out(line.release(), isl_dim_param, 0, parameters));
    if (isl_set_is_bounded(line.get()) != isl_bool_true)
        return std::numeric_limits<double>::infinity();
    return double(isl::manage(isl_set_count_val(line.get())).num_si());
}

double copies_of_body(const Cursor &band)
{
    isl::union_set instances = reaching_instances(band);
    double copies = 1;
    for (std::size_t k = 0; k < band.as<Band>().size(); ++k)
        copies *= count_values(band.as<Band>().member(k), instances);
    return copies;
}

double unrolled_size_below(const Cursor &place)
{
    if (place.is<Leaf>())
        return 1;
    double body = 0;
    for (std::size_t k = 0; k < place.child_count(); ++k)
        body += unrolled_size_below(place.child(k));
    return place.is<Band>() ? copies_of_body(place) * body : body;
}

} // namespace

double unrolled_size(const Tree &tree) { return unrolled_size_below(tree.root()); }

} // namespace espalier::test
