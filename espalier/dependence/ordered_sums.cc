#include "espalier/dependence/ordered_sums.h"

#include <isl/union_map.h>

#include <vector>

namespace espalier::dependence {

dependence::Relaxation without_order_of_sums(const program::Program &program,
                                             const dependence::Dependences &dependences)
{
    std::vector<program::Reduction> sums = dependence::find_reductions(program);
    std::erase_if(sums, [](const program::Reduction &reduction) {
        return reduction.op != program::ReductionOperator::add;
    });
    dependence::Dependences rest = dependences;
    for (const program::Reduction &sum : sums) {
        isl::union_set updates = dependence::tags(program, sum);
        isl::union_map among = dependences.order.intersect_domain(updates).intersect_range(updates);
        rest.relaxed = rest.relaxed.unite(among);
        for (isl::union_map *kind :
             {&rest.flow, &rest.anti, &rest.output, &rest.order, &rest.forced})
            *kind = kind->subtract(kind->intersect_domain(updates).intersect_range(updates));
    }
    return {std::move(sums), std::move(rest)};
}

} // namespace espalier::dependence
