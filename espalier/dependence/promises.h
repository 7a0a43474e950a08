#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <vector>

namespace espalier::dependence {

/// The dependences of a program without those that the source promises not to matter: between
/// different iterations of loops whose iterations are independent, of accesses to arrays of which
/// it depends on data whether they happen, or to which element. What certainly happens to an
/// element, and what happens to scalars, stays in order.
/// \param dependences  of `program`, in the order of its nest
/// \param loops        the places of the loops with the promise
Dependences without_promised(Dependences dependences, const program::Program &program,
                             const std::vector<SourcePlace> &loops);

} // namespace espalier::dependence
