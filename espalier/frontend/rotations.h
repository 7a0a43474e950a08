#pragma once

#include "espalier/frontend/loops.h"

#include <map>
#include <memory>
#include <vector>

namespace espalier::frontend {

/// What variables have in some iterations of a loop.
struct RotatedValues {
    std::map<const clang::VarDecl *, isl::pw_aff> integers; ///< { [i] -> [v] }, i: loops around
    std::map<const clang::VarDecl *, std::shared_ptr<const AccessPath>> pointers;
};

/// What a loop exchanges in each iteration, so that a few iterations bring it back: the iterations
/// r, r + p, r + 2 p, ... for p values in all find the r-th of these in the variables.
///
///   for (t = 0; t < n; t++) {           t = 0, 2, 4, ...: a leads to a, b to b
///       ... b[i] = a[i - 1] ...         t = 1, 3, 5, ...: a leads to b, b to a
///       tmp = a; a = b; b = tmp;
///   }
///
/// Likewise `src = 1 - src`, `cur ^= 1`. A loop with `u[t % 2]` is such a one, too, in which the
/// iterations of each value have a constant subscript.
/// \param scope  before the loop
/// \return one for each iteration until the values are back; one alone if that pays in no way
std::vector<RotatedValues> rotation_of(const LoopForm &loop, const Scope &scope, Model &model,
                                       PolynomialExtractor &polynomials);

/// The body of a loop in those of its iterations alone that find the values of `turn` in the
/// variables: the innermost dimension counts these.
/// \param counter  the variable that counts
Scope scope_of_turn(const LoopModel &loop, const std::vector<RotatedValues> &rotation,
                    std::size_t turn, const clang::VarDecl *counter);

/// The cases in which a loop ends with each of so many turns to follow: { [i] : ... }.
/// \param domain  { [i] : ... }: what gets to the loop
std::vector<isl::set> where_turns_end(const LoopModel &loop, std::size_t turns,
                                      const isl::set &domain);

/// What the integers among the variables hold after the loop: { [i] -> [v] }.
/// \param domain  { [i] : ... }: what gets to the loop
std::map<const clang::VarDecl *, isl::pw_aff>
values_after(const LoopModel &loop, const std::vector<RotatedValues> &rotation,
             const isl::set &domain);

} // namespace espalier::frontend
