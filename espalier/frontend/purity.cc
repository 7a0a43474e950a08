#include "espalier/frontend/purity.h"

#include "espalier/frontend/usage.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Builtins.h>

namespace espalier::frontend {

namespace {

using FunctionSet = std::set<const clang::FunctionDecl *>;

CallEffect effect_within(const clang::FunctionDecl *function, FunctionSet &callers);

/// Finds what a body does beyond computing with its own variables.
class BodyEffect : public clang::RecursiveASTVisitor<BodyEffect> {
public:
    explicit BodyEffect(FunctionSet &callers) : callers_(callers) {}

    CallEffect effect() const { return effect_; }

    bool VisitDeclRefExpr(clang::DeclRefExpr *reference)
    {
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        if (!variable)
            return true;
        bool is_own = variable->hasLocalStorage();
        clang::QualType element = variable->getASTContext().getBaseElementType(variable->getType());
        bool is_constant = element.isConstQualified() && element->isArithmeticType();
        if (variable->getType().isVolatileQualified() || (!is_own && !is_constant))
            raise(CallEffect::unknown);
        return true;
    }

    bool VisitVarDecl(clang::VarDecl *variable)
    {
        if (!variable->hasLocalStorage())
            raise(CallEffect::unknown);
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator *operation)
    {
        if (operation->isAssignmentOp() && !variable_of(operation->getLHS()))
            raise(CallEffect::unknown);
        return true;
    }

    bool VisitUnaryOperator(clang::UnaryOperator *operation)
    {
        if (operation->isIncrementDecrementOp() && !variable_of(operation->getSubExpr()))
            raise(CallEffect::unknown);
        if (operation->getOpcode() == clang::UO_AddrOf)
            raise(CallEffect::unknown);
        if (operation->getOpcode() == clang::UO_Deref)
            raise(CallEffect::reads_arguments);
        return true;
    }

    bool VisitExpr(clang::Expr *expression)
    {
        if (expression->isGLValue() && expression->getType().isVolatileQualified())
            raise(CallEffect::unknown);
        return true;
    }

    bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *)
    {
        raise(CallEffect::reads_arguments);
        return true;
    }

    bool VisitMemberExpr(clang::MemberExpr *member)
    {
        if (member->isArrow())
            raise(CallEffect::reads_arguments);
        return true;
    }

    /// A loop that need not end, or code that Clang does not see through.
    bool VisitStmt(clang::Stmt *statement)
    {
        if (llvm::isa<clang::AsmStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::StmtExpr>(
                statement))
            raise(CallEffect::unknown);
        return true;
    }

    bool VisitCallExpr(clang::CallExpr *call)
    {
        const clang::FunctionDecl *callee = call->getDirectCallee();
        raise(callee ? effect_within(callee, callers_) : CallEffect::unknown);
        return true;
    }

private:
    void raise(CallEffect effect) { effect_ = std::max(effect_, effect); }

    FunctionSet &callers_;
    CallEffect effect_ = CallEffect::none;
};

bool is_mathematics(const clang::FunctionDecl *function)
{
    unsigned id = function->getBuiltinID();
    const clang::Builtin::Context &builtins = function->getASTContext().BuiltinInfo;
    return id != 0 && (builtins.isConst(id) || builtins.isConstWithoutErrnoAndExceptions(id) ||
                       builtins.isConstWithoutExceptions(id));
}

CallEffect effect_within(const clang::FunctionDecl *function, FunctionSet &callers)
{
    if (function->hasAttr<clang::ConstAttr>() || is_mathematics(function))
        return CallEffect::none;
    if (function->hasAttr<clang::PureAttr>())
        return CallEffect::reads_memory;
    const clang::FunctionDecl *definition = function->getDefinition();
    if (!definition || definition->isVariadic() || definition->isWeak())
        return CallEffect::unknown;
    // A function that calls itself may never return.
    if (!callers.insert(definition).second)
        return CallEffect::unknown;
    BodyEffect body(callers);
    body.TraverseStmt(definition->getBody());
    callers.erase(definition);
    return body.effect();
}

} // namespace

bool is_kill(const clang::CallExpr *call)
{
    const clang::FunctionDecl *callee = call->getDirectCallee();
    return callee && callee->getNameAsString() == "__pencil_kill";
}

CallEffect effect_of(const clang::FunctionDecl *function)
{
    FunctionSet callers;
    return effect_within(function, callers);
}

} // namespace espalier::frontend
