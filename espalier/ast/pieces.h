#pragma once

#include "espalier/ast/local_times.h"

#include <isl/cpp.h>

#include <optional>
#include <vector>

namespace espalier::ast {

/// A part of the times of one dimension that gets a loop of its own.
struct Piece {
    isl::set bounds; ///< { [t, i] }: one disjunct
    /// { [t, i] }: the piece proper, where `bounds` is larger and may overlap with other pieces'.
    std::optional<isl::set> only;
};

/// \name How the times of a dimension are broken up into pieces, in the order of execution
/// (Polyhedral AST Generation (2015), section 5.4).
/// \param domain  { [t, i] }: the times
/// \param depth   the number of i
/// @{

/// As few pieces as disjoint disjuncts make.
std::vector<Piece> disjoint_pieces(const isl::set &domain, std::size_t depth);

/// One piece, of the constraints that all times share, and of those bounds on i of some times that
/// hold for all of them as integers.
/// \param times  { [t, i] }: the times without those that `domain` has for having fewer constraints
Piece atomic_piece(const isl::set &domain, const isl::set &times, std::size_t depth);

/// One piece for a part of the times, whose shared constraints the others may satisfy as well.
Piece part_as_piece(const isl::set &domain);

/// Pieces in each of which all its values of i belong to the same parts.
/// \param stated  { [t, i] }: the times of each part, or more
std::vector<Piece> separate_pieces(const isl::set &domain, const std::vector<isl::set> &stated,
                                   std::size_t depth);
/// @}

/// The times of one dimension around an isolated part of them (section 5.6): four disjoint sets,
/// executed in this order. The times that cannot be compared with the isolated part, because
/// there it is empty, are in `before` and `after`: only where the isolation says that there is
/// to be no isolated part are they `other`.
struct Isolated {
    isl::set before, center, after, other; ///< { [t, i] }
};

/// \param isolation  { [t, i, ...] }
/// \return nothing if no time is isolated
std::optional<Isolated> isolate(const isl::set &domain, const isl::set &isolation,
                                std::size_t depth);

} // namespace espalier::ast
