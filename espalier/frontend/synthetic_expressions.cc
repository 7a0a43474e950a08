#include "espalier/frontend/synthetic_expressions.h"

namespace espalier::frontend {

namespace {

// What is made here is not part of the tree that the source stands for.
clang::ASTContext &memory_of(const clang::ASTContext &ast)
{
    return const_cast<clang::ASTContext &>(ast);
}

clang::Expr *operand(const clang::Expr *expression)
{
    return const_cast<clang::Expr *>(expression);
}

} // namespace

const clang::Expr *reference_to(const clang::VarDecl *variable, const clang::ASTContext &ast)
{
    return clang::DeclRefExpr::Create(
        memory_of(ast), clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
        const_cast<clang::VarDecl *>(variable), false, variable->getLocation(), variable->getType(),
        clang::VK_LValue);
}

const clang::Expr *value_of(const clang::VarDecl *variable, const clang::ASTContext &ast)
{
    return loaded(reference_to(variable, ast), ast);
}

const clang::Expr *loaded(const clang::Expr *lvalue, const clang::ASTContext &ast)
{
    return clang::ImplicitCastExpr::Create(memory_of(ast), lvalue->getType(),
                                           clang::CK_LValueToRValue, operand(lvalue), nullptr,
                                           clang::VK_PRValue, clang::FPOptionsOverride());
}

const clang::Expr *member_of(const clang::Expr *structure, const clang::FieldDecl *field,
                             const clang::ASTContext &ast)
{
    const clang::SourceLocation where = structure->getExprLoc();
    auto *member = const_cast<clang::FieldDecl *>(field);
    const clang::Qualifiers qualifiers =
        structure->getType().getQualifiers() + field->getType().getQualifiers();
    return clang::MemberExpr::Create(
        memory_of(ast), operand(structure), false, where, clang::NestedNameSpecifierLoc(),
        clang::SourceLocation(), member, clang::DeclAccessPair::make(member, clang::AS_public),
        clang::DeclarationNameInfo(field->getDeclName(), where), nullptr,
        ast.getQualifiedType(field->getType().getUnqualifiedType(), qualifiers), clang::VK_LValue,
        clang::OK_Ordinary, clang::NOUR_None);
}

const clang::Expr *choice_between(const clang::Expr *condition, const clang::Expr *yes,
                                  const clang::Expr *no, const clang::ASTContext &ast)
{
    const clang::SourceLocation where = condition->getBeginLoc();
    return new (memory_of(ast))
        clang::ConditionalOperator(operand(condition), where, operand(yes), where, operand(no),
                                   yes->getType(), clang::VK_PRValue, clang::OK_Ordinary);
}

} // namespace espalier::frontend
