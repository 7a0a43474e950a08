#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::strategies {

/// The coefficient of input dimension `position`, the same in all pieces; nothing if they differ.
std::optional<isl::val> coefficient(const isl::pw_aff &function, int position);

/// \name How an access moves along a loop around its statement, counted from the outermost one.
/// @{
bool stays_in_place(const program::Access &access, std::size_t loop);

/// From one element to the next.
bool is_contiguous(const program::Access &access, std::size_t loop);

/// To elements apart from each other.
bool jumps_along(const program::Access &access, std::size_t loop);

/// Whether a statement updates one element in all iterations of a loop around it.
bool is_sum_along(const program::Statement &statement, std::size_t loop);

/// How many accesses of a statement go from one element to the next along a loop around it. Members
/// of structures are not beside each other.
int contiguous_along(const program::Program &program, const program::Statement &statement,
                     std::size_t loop);

/// Whether an access of a statement jumps along a loop around it.
bool has_jump_along(const program::Statement &statement, std::size_t loop);
/// @}

/// The coincident member of `band` that makes the best innermost loop: the most accesses stay in
/// place or move to the next element, the fewest jump. Where none gains, as in transpositions, the
/// last one along which no write jumps, since a store takes hold of a whole line; nothing if there
/// is none.
/// \param band  a band node of a schedule of `program`, with no bands below it
std::optional<std::size_t> best_innermost_member(const program::Program &program,
                                                 const schedule::Cursor &band);

/// Whether some access jumps along a member of `band`, or may.
/// \param band  as above
bool jumps_along_member(const program::Program &program, const schedule::Cursor &band,
                        std::size_t member);

/// The coincident members of `band` along which no write jumps: each stays in place or moves to the
/// next element.
/// \param band  as above
std::vector<std::size_t> members_without_write_jumps(const program::Program &program,
                                                     const schedule::Cursor &band);

} // namespace espalier::strategies
