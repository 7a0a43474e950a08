#pragma once

#include "espalier/frontend/assigned_bounds.h"
#include "espalier/frontend/data_loops.h"
#include "espalier/frontend/guards.h"
#include "espalier/frontend/known_values.h"
#include "espalier/frontend/loops.h"
#include "espalier/frontend/pointer_assignments.h"

#include <string>
#include <vector>

namespace espalier::frontend {

/// Adds statements to the Program of a region: those of assignments, and kills. All functions throw
/// Unmodelled.
class StatementExtractor {
public:
    using Nest = program::Nest;

    StatementExtractor(Model &model, AffineExtractor &affine, AccessExtractor &accesses)
        : model_(model), affine_(affine), accesses_(accesses), bodies_(model, affine, accesses),
          values_(model, affine, accesses.polynomials())
    {
    }

    /// An expression that stands as a statement.
    void expression(const clang::Expr *expression, Scope &scope, Nest &nest);

    /// Declarations, with what initializes the variables.
    void declaration(const clang::DeclStmt *declaration, Scope &scope, Nest &nest);
    void declare(const clang::VarDecl *variable, Scope &scope, Nest &nest);

    /// A loop that is executed as a whole, by one statement.
    void data_loop(const clang::Stmt *loop, Scope &scope, Nest &nest);

    /// Has a variable that outlives its loop keep the value that the loop leaves in it.
    void keep_final_value(const LoopModel &loop, const clang::Stmt *where, Scope &scope,
                          Nest &nest);

    /// Kills the local arrays of `variables` where they come into being, and where they cease to be
    /// (Live-Range Reordering (2016), section 2.2).
    void kill(const VariableSet &variables, const Scope &scope, Nest &nest);

    /// \throws Unmodelled if a condition cannot be evaluated by the statements that depend on it
    void require_condition(const clang::Expr *condition, const Scope &scope);

    /// A statement that assigns a choice; the condition is not affine.
    void choose(const Choice &choice, const clang::Stmt *where, Scope &scope, Nest &nest);

    /// A new variable that has the value of a condition from here on, 0 or 1.
    const clang::VarDecl *keep_condition(const clang::Expr *condition, Scope &scope, Nest &nest);

    /// The conditions on data that the statements to come are executed under.
    Guards &guards() { return guards_; }

    StatementList &list() { return list_; }

    const AssignedBounds &assigned() const { return assigned_; }

private:
    void explicit_kill(const clang::CallExpr *call, const Scope &scope, Nest &nest);
    void assignment(const clang::Expr *target, const std::string &op, const clang::Expr *value,
                    const clang::Expr *where, Scope &scope, Nest &nest);
    void copy_structure(const clang::Expr *target, const clang::Expr *value,
                        const clang::Expr *where, Scope &scope, Nest &nest);
    void assign(const clang::Expr *target, const std::string &op, program::ExpressionPtr value,
                const clang::Expr *source, const clang::Expr *where, Scope &scope, Nest &nest);

    Model &model_;
    AffineExtractor &affine_;
    AccessExtractor &accesses_;
    BodyExtractor bodies_;
    Guards guards_{model_, bodies_};
    DataLoopExtractor data_loops_{model_, accesses_, bodies_};
    KnownValues values_;
    AssignedBounds assigned_{model_};
    StatementList list_{model_, accesses_, bodies_};
    PointerAssignments pointers_{model_, accesses_, bodies_, guards_, list_};
};

} // namespace espalier::frontend
