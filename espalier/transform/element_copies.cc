#include "espalier/transform/element_copies.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/transform/arrays.h"

#include <isl/map.h>
#include <isl/set.h>

#include <fmt/format.h>

namespace espalier::transform {

namespace {

/// \param instances  { S[t, a] }
program::Access access_of(const program::Program &program, const isl::set &instances,
                          program::AccessKind kind, const ElementAt &element)
{
    const isl::id name = isl::manage(isl_set_get_tuple_id(instances.get()));
    isl::id reference =
        presburger::make_id(instances.ctx(), fmt::format("{}_{}", name.name(), verb(kind)));
    program::Access result{kind, element.array, reference, presburger::from_domain(instances), {}};
    set_element(program, result, element.array, element.subscripts);
    return result;
}

} // namespace

Statement statement_on_elements(const MatrixView &view, const std::string &wish, const Beta &loop,
                                long child, const isl::map &elements)
{
    Statement result;
    result.label = unused_name_in(view, wish);
    isl_set *instances = isl_set_flatten(elements.wrap().release());
    result.instances = isl::manage(isl_set_set_tuple_id(
        instances, presburger::make_id(elements.ctx(), result.label).release()));
    isl::space space = result.instances.space();
    result.iterators = space.identity_multi_pw_aff_on_domain().reset_range_tuple_id();
    result.rows = statements_in(view, loop).front()->rows;
    result.rows.resize(loop.size(), result.rows.front());
    result.beta = append(loop, child);
    for (std::size_t k = 0; k < loop.size(); ++k) {
        Row &row = result.rows[k];
        row.time = iterator(result, k);
        row.source_loop.reset();
        result.iterator_names.push_back(row.name);
    }
    const std::size_t dimensions = presburger::dimensions(result.instances) - loop.size();
    for (std::size_t k = 0; k < dimensions; ++k) {
        std::string name = unused_name(fmt::format("a{}", k), result.iterator_names);
        result.rows.push_back({iterator(result, loop.size() + k), name});
        result.iterator_names.push_back(name);
        result.beta.push_back(0);
    }
    return result;
}

program::Statement copy_of_element(const program::Program &program, const isl::set &instances,
                                   const std::vector<std::string> &iterators,
                                   const SourcePlace &place, const ElementAt &target,
                                   const ElementAt &source)
{
    using Assigned = program::AccessValue;
    program::Statement result;
    result.domain = instances;
    result.place = place;
    for (const std::string &name : iterators)
        result.iterators.push_back({name, program.wide_type});
    result.body = program::make_expression(program::Assignment{
        "=", program::make_expression(Assigned{0}), program::make_expression(Assigned{1})});
    result.accesses = {access_of(program, instances, program::AccessKind::write, target),
                       access_of(program, instances, program::AccessKind::read, source)};
    return result;
}

program::Statement copy_of_element(const program::Program &program, const Statement &order,
                                   const SourcePlace &place, const ElementAt &target,
                                   const ElementAt &source)
{
    return copy_of_element(program, order.instances, order.iterator_names, place, target, source);
}

} // namespace espalier::transform
