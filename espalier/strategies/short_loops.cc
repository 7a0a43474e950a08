#include "espalier/strategies/short_loops.h"

#include "espalier/machine/code_loops.h"
#include "espalier/schedule/band_edits.h"

#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/val.h>

namespace espalier::strategies {

long short_iterations(const program::Program &program, const schedule::Loop &loop)
{
    return short_iterations(
        program, loop.relation_around().reverse().apply_range(loop.function().as_union_map()));
}

long short_iterations(const program::Program &program, const isl::union_map &values)
{
    const isl::set differences = values.reverse()
                                     .apply_range(values)
                                     .as_map()
                                     .intersect_params(program::possible_constants(program))
                                     .deltas();
    const isl::val most = differences.dim_max_val(0);
    return most.is_int() && most.lt(machine::max_unrolled_iterations) ? most.num_si() + 1 : 0;
}

schedule::Cursor unrolled(const schedule::Cursor &node, std::size_t first)
{
    schedule::Cursor here = node;
    if (here.is<schedule::Band>())
        for (std::size_t k = first; k < here.as<schedule::Band>().size(); ++k)
            here = schedule::with_option(here, k, schedule::LoopOption::unroll);
    for (std::size_t k = 0; k < here.child_count(); ++k)
        here = unrolled(here.child(k), 0).parent();
    return here;
}

} // namespace espalier::strategies
