#include "espalier/frontend/usage.h"

#include "espalier/frontend/purity.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

class UsageCollector : public clang::RecursiveASTVisitor<UsageCollector> {
public:
    explicit UsageCollector(Usage &usage) : usage_(usage) {}

    bool VisitVarDecl(clang::VarDecl *variable)
    {
        usage_.declared.insert(variable->getCanonicalDecl());
        if (variable->hasInit()) {
            usage_.modified.insert(variable->getCanonicalDecl());
            note_copy(variable->getType(), variable->getInit());
        }
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr *reference)
    {
        if (auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
            usage_.referenced.insert(variable->getCanonicalDecl());
        if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
            usage_.functions.insert(function->getCanonicalDecl());
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator *operation)
    {
        if (operation->isAssignmentOp()) {
            modify(operation->getLHS());
            note_copy(operation->getLHS()->getType(), operation->getRHS());
        }
        return true;
    }

    bool VisitCallExpr(clang::CallExpr *call)
    {
        if (!is_kill(call))
            note_copies(call);
        return true;
    }

    bool VisitUnaryOperator(clang::UnaryOperator *operation)
    {
        if (operation->isIncrementDecrementOp())
            modify(operation->getSubExpr());
        else if (operation->getOpcode() == clang::UO_AddrOf)
            if (const clang::VarDecl *variable = variable_of(operation->getSubExpr()))
                usage_.address_taken.insert(variable);
        return true;
    }

private:
    /// A structure or array may take a pointer too.
    void note_copy(clang::QualType type, const clang::Expr *value)
    {
        if (type->isArithmeticType())
            return;
        Usage inner;
        UsageCollector(inner).TraverseStmt(const_cast<clang::Expr *>(value));
        usage_.copied.insert(inner.referenced.begin(), inner.referenced.end());
    }

    void note_copies(const clang::CallExpr *call)
    {
        for (const clang::Expr *argument : call->arguments())
            note_copy(argument->getType(), argument);
    }

    void modify(const clang::Expr *target)
    {
        if (const clang::VarDecl *variable = variable_of(target))
            usage_.modified.insert(variable);
    }

    Usage &usage_;
};

/// Looks for uses of one variable outside a region that a `for` does not shield.
class OutsideUse : public clang::RecursiveASTVisitor<OutsideUse> {
public:
    /// \param has_jumps  a jump may go round the first clause of a `for`
    OutsideUse(const clang::VarDecl *variable, const std::vector<const clang::Stmt *> &region,
               bool has_jumps)
        : variable_(variable), region_(region.begin(), region.end()), has_jumps_(has_jumps)
    {
    }

    bool found() const { return found_; }

    bool TraverseStmt(clang::Stmt *statement)
    {
        if (!statement || region_.count(statement))
            return true;
        if (auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
            if (initialized_variable(loop) == variable_ && !reads_itself_first(loop) &&
                !holds_region(loop) && !has_jumps_)
                return true;
        return RecursiveASTVisitor::TraverseStmt(statement);
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr *reference)
    {
        found_ = found_ || reference->getDecl()->getCanonicalDecl() == variable_;
        return !found_;
    }

private:
    bool holds_region(const clang::Stmt *statement) const
    {
        return region_.count(statement) ||
               std::any_of(
                   statement->child_begin(), statement->child_end(),
                   [this](const clang::Stmt *child) { return child && holds_region(child); });
    }

    bool reads_itself_first(const clang::ForStmt *loop) const
    {
        const auto *assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit());
        return assignment && usage_of({assignment->getRHS()}).referenced.count(variable_);
    }

    const clang::VarDecl *variable_;
    std::set<const clang::Stmt *> region_;
    bool has_jumps_;
    bool found_ = false;
};

/// Looks for `target` below a loop, or in a function whose jumps may make loops.
class RepetitionSearch : public clang::RecursiveASTVisitor<RepetitionSearch> {
public:
    explicit RepetitionSearch(const clang::Stmt *target) : target_(target) {}

    bool found() const { return is_repeated_ || has_jumps_; }

    bool TraverseStmt(clang::Stmt *statement)
    {
        if (statement == target_) {
            is_repeated_ = loops_ > 0;
            return true;
        }
        bool is_loop =
            statement && llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement);
        has_jumps_ = has_jumps_ ||
                     (statement && llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(statement));
        loops_ += is_loop;
        bool result = RecursiveASTVisitor::TraverseStmt(statement);
        loops_ -= is_loop;
        return result;
    }

private:
    const clang::Stmt *target_;
    int loops_ = 0;
    bool is_repeated_ = false, has_jumps_ = false;
};

} // namespace

Usage usage_of(const std::vector<const clang::Stmt *> &statements)
{
    Usage usage;
    UsageCollector collector(usage);
    for (const clang::Stmt *statement : statements)
        collector.TraverseStmt(const_cast<clang::Stmt *>(statement));
    return usage;
}

bool contains_label(const clang::Stmt *statement)
{
    return statement &&
           (llvm::isa<clang::LabelStmt, clang::SwitchCase>(statement) ||
            std::any_of(statement->child_begin(), statement->child_end(), contains_label));
}

bool is_live_outside(const clang::VarDecl *variable, const clang::FunctionDecl *function,
                     const std::vector<const clang::Stmt *> &region)
{
    if (!variable->hasLocalStorage())
        return true;
    OutsideUse use(variable, region, contains_label(function->getBody()));
    use.TraverseStmt(function->getBody());
    return use.found();
}

bool is_temporary(const clang::VarDecl *variable, const clang::FunctionDecl *function,
                  const std::vector<const clang::Stmt *> &region)
{
    if (is_live_outside(variable, function, region))
        return false;
    if (usage_of(region).declared.count(variable))
        return true;
    if (llvm::isa<clang::ParmVarDecl>(variable) || variable->hasInit())
        return false;
    RepetitionSearch search(region.front());
    search.TraverseStmt(function->getBody());
    return !search.found();
}

const clang::VarDecl *initialized_variable(const clang::ForStmt *loop)
{
    const clang::Stmt *init = loop->getInit();
    if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
        const auto *variable = declaration->isSingleDecl()
                                   ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                                   : nullptr;
        return variable && variable->hasInit() ? variable->getCanonicalDecl() : nullptr;
    }
    const auto *assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(init);
    return assignment && assignment->getOpcode() == clang::BO_Assign
               ? variable_of(assignment->getLHS())
               : nullptr;
}

const clang::VarDecl *variable_of(const clang::Expr *expression)
{
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    return variable ? variable->getCanonicalDecl() : nullptr;
}

} // namespace espalier::frontend
