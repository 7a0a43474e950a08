#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <string>

namespace espalier::dependence {

/// The dependences of a program (Live-Range Reordering (2016), sections 2.3 and 3.3). Tagged
/// relations are { [S[i] -> R[]] -> [T[j] -> Q[]] }, others { S[i] -> T[j] }.
struct Dependences {
    isl::union_map tagged_flow; ///< live ranges: the write that a read sees
    isl::union_map flow;
    isl::union_map false_dependences; ///< anti and output dependences
    isl::union_map tagged_order;      ///< all anti dependences, and output ones of unmatched writes
    isl::union_map forced; ///< external false dependences: live-in stays live-in, live-out live-out
    isl::union_map live_in;  ///< { [S[i] -> R[]] -> A[a] }: reads of what was there before
    isl::union_map live_out; ///< { [S[i] -> R[]] -> A[a] }: writes of what stays
};

/// The dependences of `program`, executed as in `original`, its own order.
Dependences analyze(const program::Program &program, const schedule::Tree &original);

/// Whether every read of `program` sees in `order` the write that it sees in the source, and every
/// element is left with the same write's value. Says nothing about loops run in parallel.
/// \param order  a schedule of all instances but those of kill statements
bool preserves_dataflow(const program::Program &program, const Dependences &dependences,
                        const schedule::Tree &order);

/// What a schedule must, should and may respect (Live-Range Reordering (2016), section 3.3).
struct Constraints {
    isl::union_set domain;
    isl::set context;
    isl::union_map validity, proximity, coincidence;
    isl::union_map condition, conditional_validity;
};

/// \param live_range_reordering  whether live ranges may change their order; otherwise false
///                               dependences are validity constraints
Constraints constraints(const program::Program &program, const Dependences &dependences,
                        bool live_range_reordering);

/// { [S[i] -> R[]] -> [T[j] -> Q[]] } to { S[i] -> T[j] }.
isl::union_map untagged(const isl::union_map &relation);

/// Whether each iteration of a parallel loop can have its own copy of the array.
bool is_privatizable(const program::Array &array);

/// The dependences as YAML, by kind (the `deps` command).
std::string to_yaml(const Dependences &dependences);

} // namespace espalier::dependence
