#include "espalier/strategies/registry.h"

#include "espalier/strategies/block_waves.h"
#include "espalier/strategies/contractions/contraction_blocking.h"
#include "espalier/strategies/extremum_lanes.h"
#include "espalier/strategies/own_copies.h"
#include "espalier/strategies/rest_behind.h"
#include "espalier/strategies/rows/pivot_blocking.h"
#include "espalier/strategies/rows/pivot_splitting.h"
#include "espalier/strategies/rows/recurrence_strips.h"
#include "espalier/strategies/rows/row_blocking.h"
#include "espalier/strategies/rows/sum_retiming.h"
#include "espalier/strategies/rows/sums_inside.h"
#include "espalier/strategies/stencils/time_tiling.h"
#include "espalier/strategies/stencils/vector_sweeps.h"
#include "espalier/strategies/sums_behind.h"
#include "espalier/strategies/unrolled_loops.h"
#include "espalier/strategies/vector_loops.h"

namespace espalier::strategies {

std::vector<Strategy> registry()
{
    return {
        contraction_blocking(), //
        own_copies(),           //
        time_tiling(),          //
        vector_sweeping(),      //
        block_waves(),          //
        row_blocking(),         //
        recurrence_strips(),    //
        pivot_blocking(),       //
        pivot_splitting(),      //
        sum_retiming(),         //
        extremum_lanes(),       //
        sums_behind(),          //
        rest_behind(),          //
        sums_inside(),          //
        vector_loops(),         //
        narrow_vectors(),       //
        unrolled_loops(),       //
    };
}

} // namespace espalier::strategies
