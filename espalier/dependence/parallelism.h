#pragma once

#include "espalier/dependence/constraints.h"

#include <optional>
#include <vector>

namespace espalier::dependence {

/// A loop whose iterations may run at the same time.
struct ParallelLoop {
    std::vector<std::size_t> private_arrays; ///< positions in Program::arrays; one copy per thread
};

/// Whether the iterations of a loop are independent, once each thread has its own copies of some
/// scalars.
/// \param instances  { S[i] }: what the loop executes
/// \param outer      { S[i] -> [t] }: the schedule of the loops around it, and those before it in
///                   its band
/// \param member     { S[i] -> [t] }: the schedule of the loop itself
/// \return nothing if iterations depend on each other
std::optional<ParallelLoop> find_parallelism(const program::Program &program,
                                             const Dependences &dependences,
                                             const isl::union_set &instances,
                                             const isl::multi_union_pw_aff &outer,
                                             const isl::union_pw_aff &member);

} // namespace espalier::dependence
