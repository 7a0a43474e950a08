#pragma once

#include "espalier/frontend/access_paths.h"

#include <map>
#include <memory>

namespace espalier::frontend {

/// What a subscript is: its terms, and what a local pointer adds to them.
/// \throws Unmodelled
Polynomial subscript_of(const AccessPath::Dimension &dimension, const Scope &scope,
                        const isl::set &domain, PolynomialExtractor &polynomials);

/// What a pointer leads to, in the loops of `scope`: without terms, with offsets.
/// \throws Unmodelled
AccessPath pointed_to(const clang::Expr *pointer, const Scope &scope, Model &model,
                      PolynomialExtractor &polynomials);

/// Where the region's own pointers lead when it starts: those that it moves, and those that still
/// have the value that they were declared with, a place in an array.
/// \param scope  of the region, around all loops
std::map<const clang::VarDecl *, std::shared_ptr<const AccessPath>>
starting_places(const Scope &scope, Model &model, PolynomialExtractor &polynomials);

/// What lies so many elements behind what a path without terms leads to, in so many loops.
AccessPath moved(AccessPath path, const Polynomial &by, std::size_t loops);

/// The number of elements from what one pointer leads to to what another does: { [i] -> [n] }.
/// \throws Unmodelled if they lead to different rows or arrays, or far apart in other than affine
///         ways
isl::pw_aff distance(const clang::Expr *from, const clang::Expr *to, const Scope &scope,
                     const isl::set &domain, Model &model, AffineExtractor &affine);

} // namespace espalier::frontend
