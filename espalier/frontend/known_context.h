#pragma once

#include "espalier/frontend/affine.h"

namespace espalier::frontend {

/// Adds to the context of a region what holds of its symbolic constants wherever the function gets
/// to it: conditions of branches and loops around, and in front of it what leaves the function or
/// ends the program if a condition fails, or promises one:
///
///     if (n <= 0) return;     assert(n < m);     __builtin_assume(n % 4 == 0);     if (n > 2) {
///     REGION }
///
/// Such are conditions on local variables, of which none may change between there and the region.
void add_known_context(Model &model, AffineExtractor &affine);

/// The iterations of a place for which a condition fails that the program promises there:
/// { [i] : ... }.
/// \return nothing if it is not affine
std::optional<isl::set> broken_promise(const clang::Expr *condition, const Scope &scope,
                                       Model &model, AffineExtractor &affine);

/// Adds to the context that iterations of a place do not happen: { [i] : ... }. To be called once
/// all assumptions are known: without them, the iterations may be others.
void rule_out(const isl::set &never, Model &model);

} // namespace espalier::frontend
