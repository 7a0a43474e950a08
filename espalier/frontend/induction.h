#pragma once

#include "espalier/frontend/loop_form.h"
#include "espalier/frontend/polynomials.h"

namespace espalier::frontend {

/// Whether the values of a variable can be followed through sums: it holds numbers that no one else
/// changes, and that do not wrap around.
bool can_be_followed(const clang::VarDecl *variable, const Model &model);

/// What is known of a variable's value; nothing if nothing is.
std::optional<Polynomial> known_value(const clang::VarDecl *variable, const Scope &scope);

/// The value that a variable has before a loop: what is known, or the symbolic constant that it
/// starts the region with; nothing if it may have been changed since.
std::optional<Polynomial> value_before(const clang::VarDecl *variable, const Scope &scope,
                                       const Model &model, AffineExtractor &affine);

/// Makes a value known.
void give(Scope &scope, const clang::VarDecl *variable, Polynomial value);

/// What is known of variables when the first clause of a loop has been done but for the counter's
/// start.
/// \param scope  before the loop
Scope after_first_clause(const LoopForm &loop, Scope scope, PolynomialExtractor &polynomials);

/// Gives the variables that each iteration of a loop changes by the same the values that they have
/// where an iteration starts: functions of how many iterations come before. Such are `k` and `p` in
///
///   k = m;
///   for (i = 0; i < n; i++) {          k: m + i, p: i * n
///       for (j = 0; j < n; j++)
///           a[p++] = b[k];             p: i * n + j
///       k++;
///   }
///
/// Likewise what local pointers lead to that go on by the same number of elements each time.
/// \param iteration  { [i, t] -> [k] }: how many iterations come before, in the body
/// \param scope      of the loop, before it
/// \param body       gets the values; one dimension more
void give_induction_values(const LoopForm &loop, const isl::pw_aff &iteration, const Scope &scope,
                           Model &model, PolynomialExtractor &polynomials, Scope &body);

/// Gives the same variables the values that they have behind the loop.
/// \param count   { [i] -> [n] }: how many iterations there are
/// \param before  in front of the loop
/// \param behind  gets the values
void give_values_behind(const LoopForm &loop, const isl::pw_aff &count, const Scope &before,
                        Model &model, PolynomialExtractor &polynomials, Scope &behind);

/// Whether a loop changes variables that give_values_behind may know, beside its counter.
bool has_induction_variables(const LoopForm &loop, const Model &model);

} // namespace espalier::frontend
