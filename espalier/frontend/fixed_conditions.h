#pragma once

#include "espalier/frontend/model.h"

#include <clang/AST/Expr.h>

#include <optional>

namespace espalier::frontend {

/// A symbolic constant, 0 or 1, that says whether a condition holds.
struct FixedCondition {
    isl::id holds;
    bool is_negated; ///< whether it holds where the constant is 0
};

/// A condition on local pointers or numbers of floating point that the region leaves alone, which
/// is the same wherever the region evaluates it: `bias != NULL`, `!bias`, `beta == 0.0`.
/// \param condition  one comparison, or the negation of one; those of integers are affine
/// \return nothing for others
/// \throws Unmodelled if a name in it is that of a macro
std::optional<FixedCondition> fixed_condition(const clang::Expr *condition, Model &model);

/// Whether an expression compares pointers, with each other or with null: `p != q`, `!p`.
bool compares_pointers(const clang::Expr *expression);

} // namespace espalier::frontend
