#pragma once

#include "espalier/dependence/constraints.h"
#include "espalier/schedule/loop_role.h"

#include <optional>
#include <vector>

namespace espalier::dependence {

/// The dependences of a program that are left when updates of some reductions may change their
/// order.
struct Relaxation {
    std::vector<Reduction> reductions;
    Dependences dependences; ///< relaxed for these reductions
};

/// What each thread has to have of its own for the iterations of a loop to be independent: copies
/// of some scalars.
/// \param instances  { S[i] }: what the loop executes
/// \param outer      { S[i] -> [t] }: the schedule of the loops around it, and those before it in
///                   its band
/// \param member     { S[i] -> [t] }: the schedule of the loop itself
/// \return nothing if iterations depend on each other
std::optional<schedule::Privatization> find_parallelism(const program::Program &program,
                                                        const Dependences &dependences,
                                                        const isl::union_set &instances,
                                                        const isl::multi_union_pw_aff &outer,
                                                        const isl::union_pw_aff &member);

/// The same where the iterations of a loop are independent but for updates of reductions. In the
/// whole loop, nothing but these updates accesses the arrays that a thread collects them in.
/// \param relaxation        of reductions that may change their order
/// \param instances, outer, member  as for find_parallelism
/// \return nothing if iterations depend on each other otherwise
std::optional<schedule::Privatization>
find_reduction_parallelism(const program::Program &program, const Relaxation &relaxation,
                           const isl::union_set &instances, const isl::multi_union_pw_aff &outer,
                           const isl::union_pw_aff &member);

/// The arrays of which the iterations of a loop need copies, so that they are independent but for
/// what find_reduction_parallelism gives threads of their own: each iteration reads, of the
/// elements that the loop writes, only what it has written itself; others may read behind the loop
/// what the last iteration to write an element leaves (transform::with_own_copy).
/// \param relaxation  of reductions that may change their order; of none with the dependences of
///                    the program
/// \param instances, outer, member  as for find_parallelism
/// \return none where the loop needs no such copies; nothing if they do not make its iterations
///         independent
std::optional<std::vector<std::size_t>> find_arrays_to_copy(const program::Program &program,
                                                            const Relaxation &relaxation,
                                                            const isl::union_set &instances,
                                                            const isl::multi_union_pw_aff &outer,
                                                            const isl::union_pw_aff &member);

/// Whether each iteration of a loop reads, among the elements of an array that the loop writes,
/// only what it has written itself: it may work on a copy, be that what keeps iterations apart or
/// not.
/// \param instances, outer, member  as for find_parallelism
bool is_written_anew(const program::Program &program, const Dependences &dependences,
                     std::size_t array, const isl::union_set &instances,
                     const isl::multi_union_pw_aff &outer, const isl::union_pw_aff &member);

/// { S[i] -> A[a] }: the writes of an array by some instances whose values others may read, or
/// whoever comes behind the region.
isl::union_map lasting_writes(const program::Program &program, const Dependences &dependences,
                              std::size_t array, const isl::union_set &instances);

/// The dependences that are left when the iterations of a loop have copies of some arrays: what the
/// accesses in it wait for in other iterations of its is gone.
/// \param arrays  as find_arrays_to_copy finds them
/// \param instances, outer, member  as for find_parallelism
Dependences without_reuse(const program::Program &program, const Dependences &dependences,
                          const std::vector<std::size_t> &arrays, const isl::union_set &instances,
                          const isl::multi_union_pw_aff &outer, const isl::union_pw_aff &member);

/// The symbolic constants with which some iteration of a loop reads an element that the loop writes
/// as another iteration, or what was before the loop, has left it, for arrays that keep iterations
/// apart: with others, these may have copies of the arrays.
/// \param relaxation, instances, outer, member  as for find_arrays_to_copy
/// \return { : ... }, given that what reads runs at all
isl::set constants_with_foreign_reads(const program::Program &program, const Relaxation &relaxation,
                                      const isl::union_set &instances,
                                      const isl::multi_union_pw_aff &outer,
                                      const isl::union_pw_aff &member);

} // namespace espalier::dependence
