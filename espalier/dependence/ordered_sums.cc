#include "espalier/dependence/ordered_sums.h"

#include <isl/union_map.h>

#include <vector>

namespace espalier::dependence {

Relaxation without_order_of_sums(const program::Program &program, const Dependences &dependences)
{
    std::vector<Reduction> sums = find_reductions(program);
    std::erase_if(sums, [](const Reduction &reduction) {
        return reduction.op != program::ReductionOperator::add;
    });
    return without_order_of(sums, program, {{}, dependences});
}

Relaxation without_order_of(const std::vector<Reduction> &updates, const program::Program &program,
                            Relaxation known)
{
    Dependences &rest = known.dependences;
    for (const Reduction &update : updates) {
        isl::union_set references = tags(program, update);
        auto among = [&](const isl::union_map &pairs) {
            return pairs.intersect_domain(references).intersect_range(references);
        };
        rest.relaxed = rest.relaxed.unite(among(rest.order));
        for (isl::union_map *kind :
             {&rest.flow, &rest.anti, &rest.output, &rest.order, &rest.forced})
            *kind = kind->subtract(among(*kind));
    }
    known.reductions.insert(known.reductions.end(), updates.begin(), updates.end());
    return known;
}

} // namespace espalier::dependence
