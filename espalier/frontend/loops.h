#pragma once

#include "espalier/frontend/loop_form.h"
#include "espalier/frontend/polynomials.h"

namespace espalier::frontend {

/// The polyhedral form of a loop.
struct LoopModel {
    const clang::VarDecl *variable;
    bool is_decreasing;
    Scope body;            ///< what reaches the body: one dimension more
    isl::pw_aff iteration; ///< { [i, t] -> [k] }: how many iterations come before
    /// { [i] -> [v] }: what the loop leaves in its variable; nothing if the variable ends with it.
    std::optional<isl::pw_aff> final_value;
    std::shared_ptr<const AccessPath> final_place; ///< the same of a pointer
};

/// Models a loop with any affine start and condition and a constant step. The dimension of a
/// pointer counts elements from where the pointer leads before the loop. What stands before the
/// loop in its first clause is done already in `scope`.
/// \throws Unmodelled
LoopModel model_loop(const LoopForm &loop, const Scope &scope, Model &model,
                     PolynomialExtractor &polynomials);

/// { [i] -> [n] }: how many iterations a loop has.
/// \param domain  of the loops around
isl::pw_aff iteration_count(const LoopModel &loop, const isl::set &domain);

} // namespace espalier::frontend
