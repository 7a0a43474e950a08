#pragma once

#include "espalier/frontend/affine.h"

namespace espalier::frontend {

/// The polyhedral form of a `for` loop.
struct LoopModel {
    const clang::VarDecl *variable;
    bool is_decreasing;
    Scope body; ///< what reaches the body: one dimension more
    /// { [i] -> [v] }: what the loop leaves in its variable; nothing if the variable ends with it.
    std::optional<isl::pw_aff> final_value;
    isl::pw_aff iteration; ///< { [i, t] -> [k] }: how many iterations come before, in the body
};

/// Models `for (i = e; i < e'; i += c)` with any affine start and condition and a constant step.
/// \throws Unmodelled
LoopModel model_loop(const clang::ForStmt *loop, const Scope &scope, Model &model,
                     AffineExtractor &affine);

} // namespace espalier::frontend
