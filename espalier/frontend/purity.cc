#include "espalier/frontend/purity.h"

#include "espalier/frontend/cxx_subset.h"
#include "espalier/frontend/usage.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Builtins.h>

namespace espalier::frontend {

namespace {

using FunctionSet = std::set<const clang::FunctionDecl *>;

CallEffect effect_within(const clang::FunctionDecl *function, FunctionSet &callers);

/// What a body does beyond computing with its own variables.
class BodyEffect {
public:
    BodyEffect(const clang::Stmt *body, FunctionSet &callers) : callers_(callers)
    {
        walk(body, {.enter =
                        [this](const clang::Stmt &part) {
                            note(part);
                            return true;
                        },
                    .declare =
                        [this](const clang::VarDecl &variable) {
                            if (!variable.hasLocalStorage())
                                raise(CallEffect::unknown);
                        }});
    }

    CallEffect effect() const { return effect_; }

private:
    void note(const clang::Stmt &part)
    {
        // A loop that need not end, or code that Clang does not see through.
        if (llvm::isa<clang::AsmStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::StmtExpr>(
                part))
            raise(CallEffect::unknown);
        const auto *expression = llvm::dyn_cast<clang::Expr>(&part);
        if (expression && expression->isGLValue() && expression->getType().isVolatileQualified())
            raise(CallEffect::unknown);
        if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&part))
            note_reference(*reference);
        else if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part))
            note_assignment(*binary);
        else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part))
            note_unary(*unary);
        else if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&part))
            note_call(*call);
        else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&part);
                 (member && member->isArrow()) || llvm::isa<clang::ArraySubscriptExpr>(part))
            raise(CallEffect::reads_arguments);
    }

    void note_reference(const clang::DeclRefExpr &reference)
    {
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference.getDecl());
        if (!variable)
            return;
        bool is_own = variable->hasLocalStorage();
        clang::QualType element = variable->getASTContext().getBaseElementType(variable->getType());
        bool is_constant = element.isConstQualified() && element->isArithmeticType();
        if (variable->getType().isVolatileQualified() || (!is_own && !is_constant))
            raise(CallEffect::unknown);
    }

    void note_assignment(const clang::BinaryOperator &operation)
    {
        if (operation.isAssignmentOp() && !variable_of(operation.getLHS()))
            raise(CallEffect::unknown);
    }

    void note_unary(const clang::UnaryOperator &operation)
    {
        if (operation.isIncrementDecrementOp() && !variable_of(operation.getSubExpr()))
            raise(CallEffect::unknown);
        if (operation.getOpcode() == clang::UO_AddrOf)
            raise(CallEffect::unknown);
        if (operation.getOpcode() == clang::UO_Deref)
            raise(CallEffect::reads_arguments);
    }

    void note_call(const clang::CallExpr &call)
    {
        const clang::FunctionDecl *callee = call.getDirectCallee();
        raise(callee ? effect_within(callee, callers_) : CallEffect::unknown);
    }

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
    if (function->getASTContext().getLangOpts().CPlusPlus && !is_in_cxx_subset(definition))
        return CallEffect::unknown;
    // A function that calls itself may never return.
    if (!callers.insert(definition).second)
        return CallEffect::unknown;
    const BodyEffect body(definition->getBody(), callers);
    callers.erase(definition);
    return body.effect();
}

} // namespace

std::optional<unsigned> operations_in_place(const clang::FunctionDecl &function)
{
    constexpr unsigned most = 40;
    const clang::FunctionDecl *definition = function.getDefinition();
    if (!definition || definition->isWeak())
        return std::nullopt;
    unsigned operations = 0;
    bool is_short = true;
    walk(definition->getBody(), {.enter = [&](const clang::Stmt &part) {
             is_short = is_short && !is_loop(&part) && !llvm::isa<clang::CallExpr>(part);
             operations += is_operation(part) || llvm::isa<clang::IfStmt>(part);
             return is_short;
         }});
    return is_short && operations <= most ? std::optional(operations) : std::nullopt;
}

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
