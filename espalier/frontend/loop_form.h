#pragma once

#include "espalier/frontend/model.h"

#include <clang/AST/Expr.h>

namespace espalier::frontend {

/// A loop as
///
///     before; counter = start; while (condition) { body; counter += step; }
///
/// whichever of `for`, `while` and `do` spells it.
struct LoopForm {
    const clang::Stmt *statement;
    const clang::VarDecl *counter;
    /// Other variables that its first clause declares; they end with it.
    std::vector<const clang::VarDecl *> declared;
    /// What else its first clause does, in order: nothing that looks at the counter.
    std::vector<const clang::Expr *> before;
    /// Null: the value that the counter has before the loop, as pointers have it.
    const clang::Expr *start;
    const clang::Expr *condition; ///< null if there is none
    const clang::Expr *step;      ///< what changes the counter; null if nothing does
    /// Where the step is done.
    enum class StepPlace {
        last,             ///< after the body: nothing after it names the counter
        first,            ///< before it: nothing else before it does
        before_condition, ///< in the condition, which tests what it leaves: `while (--n)`
        in_condition,     ///< in the condition, which tests what it finds: `while (n--)`
    } place;
    /// What each iteration does beside the step, in order (statements_of).
    std::vector<const clang::Stmt *> body;
    bool declares_counter; ///< which ends with the loop
    bool runs_once;        ///< at least, whatever the condition says: `do`

    /// Whether the first iteration's body finds the counter one step after the start.
    bool starts_stepped() const
    {
        return place == StepPlace::first || (!runs_once && place != StepPlace::last);
    }
    /// Whether the condition tests the counter of the body that follows without its last step.
    bool tests_before_step() const
    {
        return place == StepPlace::first || place == StepPlace::in_condition;
    }
    /// Whether the loop ends without the step that the next iteration would have done.
    bool ends_before_step() const { return place == StepPlace::first; }
};

/// The form of a `for`, `while` or `do`. The counter is a variable of its condition that one
/// expression of each iteration changes, at a StepPlace; one that the first clause sets rather than
/// another.
/// \throws Unmodelled if nothing can be the counter
LoopForm form_of(const clang::Stmt *loop, Model &model);

/// The constant that the loop adds to its counter after each iteration.
/// \throws Unmodelled if there is none
isl::val step_of(const LoopForm &loop, const Model &model);

} // namespace espalier::frontend
