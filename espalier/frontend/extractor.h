#pragma once

#include "espalier/frontend/environment.h"
#include "espalier/frontend/pointer_results.h"
#include "espalier/frontend/statements.h"

namespace espalier::frontend {

/// Builds the Program of a region, statement by statement.
class ProgramExtractor {
public:
    ProgramExtractor(const clang::ASTContext &ast, isl::ctx ctx, const FunctionUsage &function,
                     const std::vector<const clang::Stmt *> &region, const KeptEffects &kept);

    /// \throws Unmodelled
    program::Program extract();

    /// What the region leaves in the pointers that are used after it. After `extract`.
    const std::vector<program::PointerResult> &pointer_results() const { return results_; }

    /// The arrays of a variable: positions in the program. After `extract`.
    std::vector<std::size_t> arrays_of(const clang::VarDecl *variable)
    {
        return accesses_.arrays().arrays_of(variable);
    }

    /// Whether the region itself declares variables that are used after it.
    bool declares_for_later() const;

private:
    using Nest = program::Nest;

    void sequence(const std::vector<const clang::Stmt *> &statements, Scope &scope, Nest &nest);
    void statement(const clang::Stmt *statement, Scope &scope, Nest &nest);
    void loop(const clang::Stmt *loop, Scope &scope, Nest &nest);
    void note_guard(std::size_t since, const Scope &scope);
    void forget_behind(const LoopForm &loop, std::size_t noted, Scope &scope);
    void turns(const LoopForm &form, const LoopModel &loop,
               const std::vector<RotatedValues> &rotation, Nest &nest);
    bool is_data_loop(const clang::Stmt *loop, const Scope &scope);
    void branch(const clang::IfStmt *branch, Scope &scope, Nest &nest);
    std::vector<Scope> branch_on_data(const clang::IfStmt *branch, Scope &scope, Nest &nest);
    void find_constants_of_both_parts(const clang::IfStmt *branch, const Scope &scope);
    void leave_branch(const clang::IfStmt *branch, Scope &scope, const std::vector<Scope> &ends,
                      bool is_exact);
    std::optional<isl::set> condition_if_modelled(const clang::Expr *condition, const Scope &scope);
    void expression(const clang::Expr *expression, Scope &scope, Nest &nest);
    void require_met(const clang::Expr *condition, const Scope &scope);
    bool is_possible(const isl::set &domain) const;
    Scope part_of_branch(const clang::Stmt *part, const isl::set &domain, const Scope &scope,
                         Nest &nest);

    Model model_;
    KeptEffects kept_;
    AffineExtractor affine_;
    BoundsExtractor bounds_{model_, affine_};
    AccessExtractor accesses_;
    StatementExtractor statements_;
    std::vector<isl::set> never_; ///< iterations { [i] : ... } that the program promises not to do
    PointerResults pointers_{model_};
    std::vector<program::PointerResult> results_;
};

} // namespace espalier::frontend
