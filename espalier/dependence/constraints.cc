#include "espalier/dependence/constraints.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/program/declared_memory.h"

#include <algorithm>

namespace espalier::dependence {

namespace {

/// { [S[i] -> R[]] }: the references to arrays of which parallel iterations share one copy.
isl::union_set tags_of_shared_arrays(const program::Program &program)
{
    isl::union_set result = isl::union_set::empty(program.context.ctx());
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (!is_privatizable(program.arrays[access.array]))
                presburger::add_to(result, tagged_relation(access).domain().to_union_set());
    return result;
}

} // namespace

bool is_privatizable(const program::Array &array)
{
    // A pragma names whole variables, no fields.
    if (!array.is_local || array.spelling.front().find('.') != std::string::npos)
        return false;
    return array.is_declared_by_extents || program::elements_on_stack(array).has_value();
}

Constraints constraints(const program::Program &program, const Dependences &dependences,
                        bool live_range_reordering)
{
    isl::union_set domain = instances_without_kills(program);
    auto among_instances = [&](const isl::union_map &tagged) {
        return untagged(tagged).intersect_domain(domain).intersect_range(domain);
    };
    Constraints result;
    result.domain = domain;
    result.context = program.context;
    isl::union_map flow = among_instances(dependences.flow);
    if (!live_range_reordering) {
        result.validity = result.proximity = result.coincidence =
            flow.unite(among_instances(dependences.false_dependences()));
        result.condition = result.conditional_validity = isl::union_map::empty(domain.ctx());
        return result;
    }

    result.validity = flow.unite(among_instances(dependences.forced));
    result.proximity = flow;
    result.condition = dependences.flow;
    result.conditional_validity = dependences.order;
    // Scalars of their own make the iterations of a parallel loop independent.
    isl::union_map order = dependences.order.intersect_domain(tags_of_shared_arrays(program));
    result.coincidence = result.validity.unite(among_instances(order));
    return result;
}

} // namespace espalier::dependence
