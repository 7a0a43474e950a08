#pragma once

#include "espalier/dependence/parallelism.h"
#include "espalier/strategies/strategy.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::strategies {

/// Runs the outermost loops of the source's order in parallel whose iterations are kept apart by
/// nothing but arrays that each of them writes anew: work arrays of functions, static and global
/// ones, fields. The iterations get copies of these (transform::with_own_copy), on a condition on
/// sizes that becomes an assumption of the program if it takes one; other loops are parallel where
/// they are so without.
/// \return nothing if no such loop is there
std::optional<Candidate> with_own_copies(const program::Program &program,
                                         const dependence::Dependences &dependences,
                                         bool is_reassociable);

/// Arrays of which the iterations of a loop may have copies, and what this takes of sizes.
struct ArraysToCopy {
    std::vector<std::size_t> arrays; ///< positions in Program::arrays
    std::optional<isl::set> assumed; ///< { : ... }, of the symbolic constants

    /// Whether it takes neither: iterations are independent as they are.
    bool is_nothing() const { return arrays.empty() && !assumed; }
};

/// The arrays that keep the iterations of a loop apart (dependence::find_arrays_to_copy), maybe
/// with symbolic constants only that keep the values of each iteration from the others, if that is
/// to be expected of them:
///     for k: { for (i = 0; i < m; i++) row[i] = ...; for (i = 1; i < n; i++) ... row[i + 1]; }
/// has copies of `row` where n < m.
/// \param relaxation, instances, outer, member  as for find_arrays_to_copy
/// \return nothing if copies would not make iterations independent; no arrays if it takes none, as
///         where they are local anyway
std::optional<ArraysToCopy> arrays_to_copy(const program::Program &program,
                                           const dependence::Relaxation &relaxation,
                                           const isl::union_set &instances,
                                           const isl::multi_union_pw_aff &outer,
                                           const isl::union_pw_aff &member);

/// A view in which the iterations of a loop have a copy of an array (transform::with_own_copy),
/// which is the last one in Program::arrays.
/// \param array    position in Program::arrays
/// \param lasting  as for with_own_copy
/// \return nothing if they cannot have it
std::optional<transform::MatrixView> with_copy(transform::MatrixView view, std::size_t array,
                                               const transform::Beta &loop,
                                               const std::optional<isl::union_map> &lasting = {});

/// The same for several arrays, with what this takes of sizes among the assumptions of the program;
/// the copies are in their order.
/// \return nothing if they cannot have them, or it takes too many
std::optional<transform::MatrixView>
with_copies(transform::MatrixView view, const ArraysToCopy &copies, const transform::Beta &loop);

/// The loops with copies as a strategy.
Strategy own_copies();

} // namespace espalier::strategies
