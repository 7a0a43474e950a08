#pragma once

#include "espalier/dependence/constraints.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::dependence {

/// A loop whose iterations may run at the same time.
struct ParallelLoop {
    std::vector<std::size_t> private_arrays; ///< positions in Program::arrays; one copy per thread
    /// Each thread collects the updates of these arrays in a copy of its own, and the copies are
    /// combined after the loop.
    std::vector<Reduction> reductions = {};
};

/// The names of the marks that the loops are known by.
std::set<std::string> marks(const std::map<std::string, ParallelLoop> &loops);

/// The dependences of a program that are left when updates of some reductions may change their
/// order.
struct Relaxation {
    std::vector<Reduction> reductions;
    Dependences dependences; ///< relaxed for these reductions
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

/// Whether the iterations of a loop are independent but for updates of reductions. In the whole
/// loop, nothing but these updates accesses the arrays that a thread collects them in.
/// \param relaxation        of reductions that may change their order
/// \param instances, outer, member  as for find_parallelism
/// \return nothing if iterations depend on each other otherwise
std::optional<ParallelLoop> find_reduction_parallelism(const program::Program &program,
                                                       const Relaxation &relaxation,
                                                       const isl::union_set &instances,
                                                       const isl::multi_union_pw_aff &outer,
                                                       const isl::union_pw_aff &member);

} // namespace espalier::dependence
