#pragma once

#include "espalier/codegen/cpu_strategy.h"

namespace espalier::codegen {

/// The plan that a tree asks for by its marks "parallel0", "vector1", ...
/// (transform::schedule_tree) and nothing else: what else `strategy` would do is left to whoever
/// made the tree. A loop gets the variables that each iteration can have its own of, and where that
/// does not make its iterations independent, the permitted reductions. Where that does not either,
/// it is marked all the same, for a check to find; but a vector loop whose iterations depend on
/// each other only by the order of sums is one of ordered sums. Without OpenMP, marks of parallel
/// loops are dropped.
CpuPlan marked_plan(const CpuStrategy &strategy, const program::Program &program,
                    const dependence::Dependences &dependences, const schedule::Tree &tree);

/// { S[i] -> [t] }: the schedule above a member of a band: outer bands, and the members before it.
isl::multi_union_pw_aff functions_above(const schedule::Cursor &band, std::size_t member);

/// The marks of a tree, from the top down and from left to right.
std::vector<schedule::Cursor> marks_in(const schedule::Tree &tree);

} // namespace espalier::codegen
