#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/loop_role.h"

#include <cstddef>

namespace espalier::strategies {

/// Whether to run a loop that collects reductions in parallel. A scalar pays where the loop is the
/// outermost one, or has others inside to make up for the start of the threads. An array pays where
/// its updates have more loops inside the parallel one, that one included, than it has dimensions,
/// so that each element of a copy is updated more than once; and where they touch all its elements
/// whenever the loop runs.
/// \param outer_loops  how many loops are around this one
bool pays(const program::Program &program, const schedule::Privatization &own,
          const isl::union_set &instances, std::size_t outer_loops);

/// Whether a loop collects an array that is no scalar.
bool collects_array(const program::Program &program, const schedule::Privatization &own);

} // namespace espalier::strategies
