#pragma once

#include "espalier/frontend/loops.h"
#include "espalier/frontend/polynomials.h"

namespace espalier::frontend {

/// Whether the values of a variable can be followed through sums: it holds numbers that no one else
/// changes, and that do not wrap around.
bool can_be_followed(const clang::VarDecl *variable, const Model &model);

/// What is known of a variable's value; nothing if nothing is.
std::optional<Polynomial> known_value(const clang::VarDecl *variable, const Scope &scope);

/// Makes a value known.
void give(Scope &scope, const clang::VarDecl *variable, Polynomial value);

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
/// \param steps  what comes in each iteration beside the body: parts of the third clause
/// \param scope  of the loop, before it
/// \param loop   gets the values in its body
void give_induction_values(const clang::ForStmt *statement,
                           const std::vector<const clang::Expr *> &steps, const Scope &scope,
                           Model &model, PolynomialExtractor &polynomials, LoopModel &loop);

} // namespace espalier::frontend
