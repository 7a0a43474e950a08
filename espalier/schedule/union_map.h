#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::schedule {

/// The "union map" representation (Schedule Trees (2014), section 3.2) is one relation into one
/// space, compared in the strict lexicographic order; `schedule_relation` (queries.h) makes one of
/// a tree.

/// { S[i] -> [t] } with all ranges padded with zeros to the same number of dimensions. Where the
/// values of a statement have different numbers of dimensions, the result has both, padded.
isl::union_map padded(const isl::union_map &schedule);

/// The same for a given number of dimensions, no less than any range has.
isl::union_map padded(const isl::union_map &schedule, std::size_t dimensions);

/// { S[i] -> [t] } as functions; without dimensions if `schedule` is empty.
/// \throws Error{impossible_edit} if ranges differ in dimension or name, or an instance has several
///         values
isl::multi_union_pw_aff to_functions(const isl::union_map &schedule);

/// A tree of one band: the degenerate form in which all is in a single node (section 4.2).
/// \param schedule  { S[i] -> [t] }, all ranges of one dimension; its domain holds the instances
/// \throws Error{impossible_edit} if ranges differ in dimension or name, or an instance has several
///         values
Tree from_union_map(const isl::union_map &schedule);

} // namespace espalier::schedule
