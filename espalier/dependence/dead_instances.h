#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <isl/cpp.h>

namespace espalier::dependence {

/// Of instances that are to be left out, those that compute a value which an instance that stays
/// reads, or which stays behind the region: none if leaving them out is legal (dead code).
/// \param left_out  { S[i] }
isl::union_set needed(const Dependences &dependences, const isl::union_set &left_out);

/// The program with some of its instances only.
/// \param kept  { S[i] }
program::Program restricted(const program::Program &program, const isl::union_set &kept);

/// The dependences between some instances only.
Dependences restricted(const Dependences &dependences, const isl::union_set &kept);

} // namespace espalier::dependence
