#include "espalier/frontend/bound_variables.h"

#include "espalier/frontend/cxx_library.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

namespace espalier::frontend {

namespace {

/// What an expression around an lvalue does with it.
enum class Use {
    value,  ///< reads or assigns it, and is not the same lvalue
    passes, ///< is the same lvalue
    other,  ///< may bind a reference to it
};

Use use_in(const clang::CastExpr &cast)
{
    switch (cast.getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_ToVoid:
        return Use::value;
    case clang::CK_NoOp:
        return llvm::isa<clang::ImplicitCastExpr>(cast) ? Use::passes : Use::other;
    default:
        return Use::other;
    }
}

Use use_in(const clang::BinaryOperator &operation, const clang::Stmt *operand)
{
    const bool is_left = operation.getLHS() == operand;
    if (operation.isAssignmentOp())
        return is_left ? Use::passes : Use::other;
    if (operation.getOpcode() == clang::BO_Comma)
        return is_left ? Use::value : Use::passes;
    return Use::other;
}

Use use_in(const clang::UnaryOperator &operation)
{
    if (operation.isIncrementDecrementOp())
        return operation.isPrefix() ? Use::passes : Use::value;
    return operation.getOpcode() == clang::UO_Extension ? Use::passes : Use::other;
}

Use use_in(const clang::Stmt &around, const clang::Stmt *operand)
{
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(&around))
        return use_in(*cast);
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&around))
        return use_in(*operation, operand);
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(&around))
        return use_in(*operation);
    const auto *expression = llvm::dyn_cast<clang::Expr>(&around);
    if (llvm::isa<clang::ParenExpr, clang::FullExpr, clang::ConditionalOperator>(around) ||
        (expression && extremum_call(expression)))
        return Use::passes;
    const bool drops = llvm::isa<clang::CompoundStmt, clang::ForStmt, clang::IfStmt,
                                 clang::WhileStmt, clang::DoStmt, clang::SwitchCase,
                                 clang::LabelStmt, clang::UnaryExprOrTypeTraitExpr>(around);
    return drops ? Use::value : Use::other;
}

bool is_bound(const std::vector<const clang::Stmt *> &around, const clang::DeclRefExpr &reference)
{
    const clang::Stmt *operand = &reference;
    for (auto outer = around.rbegin(); outer != around.rend(); ++outer) {
        const Use use = use_in(**outer, operand);
        if (use != Use::passes)
            return use == Use::other;
        operand = *outer;
    }
    return true;
}

} // namespace

VariableSet variables_bound_to_references(const clang::Stmt *body)
{
    VariableSet result;
    std::vector<const clang::Stmt *> around;
    walk(body, {.enter =
                    [&](const clang::Stmt &part) {
                        const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&part);
                        const clang::VarDecl *variable =
                            reference ? variable_of(reference) : nullptr;
                        if (variable && !variable->getType()->isReferenceType() &&
                            !variable->getType()->isRecordType() &&
                            (reference->refersToEnclosingVariableOrCapture() ||
                             is_bound(around, *reference)))
                            result.insert(variable);
                        around.push_back(&part);
                        return true;
                    },
                .leave = [&](const clang::Stmt &) { around.pop_back(); }});
    return result;
}

} // namespace espalier::frontend
