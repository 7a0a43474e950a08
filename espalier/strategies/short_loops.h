#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <cstddef>

namespace espalier::strategies {

/// How many iterations a loop has at most, each time that it runs, whatever the symbolic constants
/// are; 0 if these are more than machine::max_unrolled_iterations.
/// @{
long short_iterations(const program::Program &program, const schedule::Loop &loop);

/// \param values  { [t] -> [v] }: of its variable, t: schedule dimensions of loops around
long short_iterations(const program::Program &program, const isl::union_map &values);
/// @}

/// The members of a band from `first` on, and all those below, with a copy of their bodies for each
/// iteration; at the same place.
/// \param node  any node; one that is no band has all those below it unrolled
schedule::Cursor unrolled(const schedule::Cursor &node, std::size_t first);

} // namespace espalier::strategies
