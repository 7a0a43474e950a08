#include "espalier/strategies/rows/short_sums.h"

#include "espalier/machine/code_loops.h"
#include "espalier/strategies/rows/recurrence_search.h"
#include "espalier/strategies/short_loops.h"
#include "espalier/strategies/strides.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/loops.h"

#include <isl/union_map.h>

#include <algorithm>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

/// Whether the statements in a loop only add to elements that are the same in all its iterations.
bool only_adds(const MatrixView &view, const Beta &loop)
{
    return std::ranges::all_of(statements_in(view, loop), [&](const Statement *statement) {
        return is_sum_along(transform::program_statement(view.program, *statement),
                            dimension_of(*statement, loop.size() - 1));
    });
}

/// As short_iterations() has it, for a loop with others around.
long iterations_of(const MatrixView &view, const Beta &loop)
{
    const LoopTimes times = times_in_loop(statements_in(view, loop), loop.size() - 1);
    const isl::union_map around =
        isl::manage(isl_union_map_from_multi_union_pw_aff(times.outer.copy()))
            .intersect_domain(times.instances);
    return short_iterations(view.program,
                            around.reverse().apply_range(times.member.as_union_map()));
}

} // namespace

std::set<Beta> short_sums(const MatrixView &view, const Beta &loop)
{
    std::set<Beta> result;
    for (const Beta &innermost : innermost_loops(view, loop)) {
        Beta nest;
        auto instances = long(statements_in(view, innermost).size());
        for (Beta place = innermost; place.size() > loop.size();
             place = transform::enclose(place)) {
            if (statements_in(view, place).size() != statements_in(view, innermost).size() ||
                !only_adds(view, place))
                break;
            instances *= iterations_of(view, place);
            if (instances == 0 || instances > machine::max_unrolled_instances)
                break;
            nest = place;
        }
        if (!nest.empty())
            result.insert(nest);
    }
    return result;
}

MatrixView with_unrolled_nest(MatrixView view, const Beta &nest)
{
    const std::size_t depth = statements_in(view, nest).front()->depth();
    for (Beta loop = nest; loop.size() <= depth; loop = transform::append(loop, 0))
        view = transform::full_unroll(std::move(view), loop);
    return view;
}

} // namespace espalier::strategies
