#include "espalier/frontend/tree_copy.h"

#include "espalier/frontend/usage.h"

#include <clang/AST/DeclGroup.h>

namespace espalier::frontend {

namespace {

using clang::Expr;
using clang::Stmt;

/// `x` of `&x`, also where that goes into a pointer to `const`; null for other expressions.
Expr *operand_of_address(Expr *expression)
{
    Expr *bare = expression->IgnoreParens();
    while (auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(bare)) {
        if (cast->getCastKind() != clang::CK_NoOp)
            return nullptr;
        bare = cast->getSubExpr()->IgnoreParens();
    }
    auto *unary = llvm::dyn_cast<clang::UnaryOperator>(bare);
    return unary && unary->getOpcode() == clang::UO_AddrOf ? unary->getSubExpr()->IgnoreParens()
                                                           : nullptr;
}

/// Whether a conversion may change the value.
bool converts(clang::CastKind kind)
{
    switch (kind) {
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
        return true;
    default:
        return false;
    }
}

bool is_copied_as_it_is(clang::CastKind kind)
{
    return kind == clang::CK_LValueToRValue || kind == clang::CK_NoOp ||
           kind == clang::CK_ArrayToPointerDecay || kind == clang::CK_FunctionToPointerDecay ||
           kind == clang::CK_BuiltinFnToFnPtr || kind == clang::CK_ToVoid;
}

/// Whether a conversion is from a pointer to rows of one length to a pointer to rows of another,
/// both known at run time: C has them equal.
bool keeps_rows(const clang::ImplicitCastExpr *cast, const clang::ASTContext &ast)
{
    clang::QualType from = cast->getSubExpr()->getType(), to = cast->getType();
    if (cast->getCastKind() != clang::CK_BitCast || !from->isPointerType() || !to->isPointerType())
        return false;
    from = from->getPointeeType();
    to = to->getPointeeType();
    if (!from->isVariablyModifiedType() || !to->isVariablyModifiedType())
        return false;
    while (from->isArrayType() && to->isArrayType()) {
        from = ast.getAsArrayType(from)->getElementType();
        to = ast.getAsArrayType(to)->getElementType();
    }
    return ast.hasSameUnqualifiedType(from, to);
}

} // namespace

Expr *TreeCopy::expression(const Expr *expression)
{
    if (const auto *inner = llvm::dyn_cast<clang::ParenExpr>(expression))
        return new (ast_) clang::ParenExpr(inner->getLParen(), inner->getRParen(),
                                           this->expression(inner->getSubExpr()));
    if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
                  clang::StringLiteral, clang::PredefinedExpr>(expression))
        return const_cast<Expr *>(expression);
    if (const auto *query = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression))
        if (!query->getTypeOfArgument()->isVariablyModifiedType())
            return query->isArgumentType()
                       ? const_cast<Expr *>(expression)
                       : new (ast_) clang::UnaryExprOrTypeTraitExpr(
                             query->getKind(), this->expression(query->getArgumentExpr()),
                             query->getType(), query->getOperatorLoc(), query->getRParenLoc());
    if (const auto *block = llvm::dyn_cast<clang::StmtExpr>(expression))
        return new (ast_) clang::StmtExpr(
            llvm::cast<clang::CompoundStmt>(statement(block->getSubStmt())), block->getType(),
            block->getLParenLoc(), block->getRParenLoc(), block->getTemplateDepth());
    if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(expression))
        return reference(named);
    if (const auto *implicit = llvm::dyn_cast<clang::ImplicitCastExpr>(expression))
        return cast(implicit);
    if (const auto *written = llvm::dyn_cast<clang::CStyleCastExpr>(expression))
        if (converts(written->getCastKind()) || is_copied_as_it_is(written->getCastKind()))
            return clang::CStyleCastExpr::Create(
                ast_, written->getType(), written->getValueKind(), written->getCastKind(),
                this->expression(written->getSubExpr()), nullptr, written->getFPFeatures(),
                written->getTypeInfoAsWritten(), written->getLParenLoc(), written->getRParenLoc());
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression))
        return unary(operation);
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
        return binary(operation);
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression)) {
        Expr *condition = this->expression(choice->getCond());
        Expr *yes = this->expression(choice->getTrueExpr());
        return new (ast_) clang::ConditionalOperator(
            condition, choice->getQuestionLoc(), yes, choice->getColonLoc(),
            this->expression(choice->getFalseExpr()), choice->getType(), choice->getValueKind(),
            choice->getObjectKind());
    }
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
        return element(subscript);
    if (const auto *field = llvm::dyn_cast<clang::MemberExpr>(expression))
        return member(field);
    if (const auto *called = llvm::dyn_cast<clang::CallExpr>(expression))
        return call(called);
    throw NotCopied{"an expression that is not modelled"};
}

Expr *TreeCopy::converted(const Expr *value)
{
    const Expr *bare = value->IgnoreParens();
    const auto *conversion = llvm::dyn_cast<clang::ImplicitCastExpr>(bare);
    if (!conversion || !converts(conversion->getCastKind()))
        return expression(bare);
    return clang::CStyleCastExpr::Create(
        ast_, conversion->getType().getUnqualifiedType(), clang::VK_PRValue,
        conversion->getCastKind(), converted(conversion->getSubExpr()), nullptr,
        conversion->getFPFeatures(),
        ast_.getTrivialTypeSourceInfo(conversion->getType().getUnqualifiedType()),
        bare->getBeginLoc(), bare->getEndLoc());
}

Expr *TreeCopy::reference(const clang::DeclRefExpr *reference)
{
    auto *declared = const_cast<clang::ValueDecl *>(reference->getDecl());
    if (auto *variable = llvm::dyn_cast<clang::VarDecl>(declared)) {
        if (values_.contains(variable->getCanonicalDecl()))
            throw NotCopied{"a parameter that is used as a variable"};
        auto other = variables_.find(variable->getCanonicalDecl());
        if (other != variables_.end())
            declared = other->second;
    }
    return clang::DeclRefExpr::Create(
        ast_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), declared, false,
        reference->getLocation(), reference->getType(), reference->getValueKind());
}

Expr *TreeCopy::cast(const clang::ImplicitCastExpr *cast)
{
    if (cast->getCastKind() == clang::CK_LValueToRValue) {
        const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
        const clang::VarDecl *variable = named ? variable_of(named) : nullptr;
        if (auto value = values_.find(variable); value != values_.end())
            return TreeCopy(ast_, nullptr).converted(value->second);
    }
    if (keeps_rows(cast, ast_))
        return expression(cast->getSubExpr());
    if (!converts(cast->getCastKind()) && !is_copied_as_it_is(cast->getCastKind()))
        throw NotCopied{"a conversion that is not modelled"};
    return clang::ImplicitCastExpr::Create(ast_, cast->getType(), cast->getCastKind(),
                                           expression(cast->getSubExpr()), nullptr,
                                           cast->getValueKind(), cast->getFPFeatures());
}

/// `*&x` becomes `x`.
Expr *TreeCopy::unary(const clang::UnaryOperator *operation)
{
    Expr *operand = expression(operation->getSubExpr());
    if (operation->getOpcode() == clang::UO_Deref)
        if (Expr *object = operand_of_address(operand))
            return object;
    return clang::UnaryOperator::Create(ast_, operand, operation->getOpcode(), operation->getType(),
                                        operation->getValueKind(), operation->getObjectKind(),
                                        operation->getOperatorLoc(), operation->canOverflow(),
                                        operation->getFPOptionsOverride());
}

Expr *TreeCopy::binary(const clang::BinaryOperator *operation)
{
    Expr *left = expression(operation->getLHS());
    Expr *right = expression(operation->getRHS());
    const clang::FPOptionsOverride features = operation->hasStoredFPFeatures()
                                                  ? operation->getStoredFPFeatures()
                                                  : clang::FPOptionsOverride();
    if (const auto *update = llvm::dyn_cast<clang::CompoundAssignOperator>(operation))
        return clang::CompoundAssignOperator::Create(
            ast_, left, right, update->getOpcode(), update->getType(), update->getValueKind(),
            update->getObjectKind(), update->getOperatorLoc(), features,
            update->getComputationLHSType(), update->getComputationResultType());
    return clang::BinaryOperator::Create(
        ast_, left, right, operation->getOpcode(), operation->getType(), operation->getValueKind(),
        operation->getObjectKind(), operation->getOperatorLoc(), features);
}

/// `(&x)[0]` becomes `x`.
Expr *TreeCopy::element(const clang::ArraySubscriptExpr *element)
{
    Expr *left = expression(element->getLHS()), *right = expression(element->getRHS());
    Expr *object = operand_of_address(element->getLHS() == element->getBase() ? left : right);
    if (object && !llvm::isa<clang::ArraySubscriptExpr>(object)) {
        const auto *index = llvm::dyn_cast<clang::IntegerLiteral>(element->getIdx());
        if (!index || index->getValue() != 0)
            throw NotCopied{"a subscript of what is no array"};
        return object;
    }
    return new (ast_)
        clang::ArraySubscriptExpr(left, right, element->getType(), element->getValueKind(),
                                  element->getObjectKind(), element->getRBracketLoc());
}

/// `(&x)->f` becomes `x.f`.
Expr *TreeCopy::member(const clang::MemberExpr *member)
{
    Expr *base = expression(member->getBase());
    bool is_arrow = member->isArrow();
    if (Expr *object = is_arrow ? operand_of_address(base) : nullptr) {
        base = object;
        is_arrow = false;
    }
    return clang::MemberExpr::Create(
        ast_, base, is_arrow, member->getOperatorLoc(), clang::NestedNameSpecifierLoc(),
        clang::SourceLocation(), member->getMemberDecl(), member->getFoundDecl(),
        member->getMemberNameInfo(), nullptr, member->getType(), member->getValueKind(),
        member->getObjectKind(), clang::NOUR_None);
}

Expr *TreeCopy::call(const clang::CallExpr *call)
{
    Expr *function = expression(call->getCallee());
    std::vector<Expr *> arguments;
    for (const Expr *argument : call->arguments())
        arguments.push_back(expression(argument));
    return clang::CallExpr::Create(ast_, function, arguments, call->getType(), call->getValueKind(),
                                   call->getRParenLoc(), call->getFPFeatures());
}

clang::VarDecl *TreeCopy::declaration(const clang::VarDecl *variable)
{
    if (!variable->hasLocalStorage() || variable->getTLSKind() != clang::VarDecl::TLS_None)
        throw NotCopied{"a static variable"};
    if (variable->getType()->isVariablyModifiedType() || variable->hasAttrs())
        throw NotCopied{"a variable of variable size, or with attributes"};
    Expr *value = variable->hasInit() ? expression(variable->getInit()) : nullptr;
    clang::VarDecl *result = declare_(variable);
    if (value)
        result->setInit(value);
    variables_.insert_or_assign(variable->getCanonicalDecl(), result);
    return result;
}

Stmt *TreeCopy::declarations(const clang::DeclStmt *statement)
{
    std::vector<clang::Decl *> copies;
    for (const clang::Decl *declared : statement->decls()) {
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
        if (!variable)
            throw NotCopied{"a declaration of something else than a variable"};
        copies.push_back(declaration(variable));
    }
    return new (ast_)
        clang::DeclStmt(clang::DeclGroupRef::Create(ast_, copies.data(), unsigned(copies.size())),
                        statement->getBeginLoc(), statement->getEndLoc());
}

Stmt *TreeCopy::statement(const Stmt *statement)
{
    if (const auto *computed = llvm::dyn_cast<Expr>(statement))
        return expression(computed);
    if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(statement))
        return declarations(declared);
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
        std::vector<Stmt *> parts;
        for (const Stmt *part : block->body())
            parts.push_back(this->statement(part));
        return clang::CompoundStmt::Create(ast_, parts, clang::FPOptionsOverride(),
                                           block->getLBracLoc(), block->getRBracLoc());
    }
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement);
        loop && !loop->getConditionVariable()) {
        Stmt *init = optional(loop->getInit());
        Expr *condition = optional(loop->getCond()), *step = optional(loop->getInc());
        return new (ast_)
            clang::ForStmt(ast_, init, condition, nullptr, step, this->statement(loop->getBody()),
                           loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
    }
    if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(statement);
        loop && !loop->getConditionVariable())
        return clang::WhileStmt::Create(ast_, nullptr, expression(loop->getCond()),
                                        this->statement(loop->getBody()), loop->getWhileLoc(),
                                        loop->getLParenLoc(), loop->getRParenLoc());
    if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(statement))
        return new (ast_)
            clang::DoStmt(this->statement(loop->getBody()), expression(loop->getCond()),
                          loop->getDoLoc(), loop->getWhileLoc(), loop->getRParenLoc());
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement);
        branch && !branch->hasInitStorage() && !branch->hasVarStorage()) {
        Expr *condition = expression(branch->getCond());
        Stmt *yes = this->statement(branch->getThen());
        return clang::IfStmt::Create(ast_, branch->getIfLoc(), branch->getStatementKind(), nullptr,
                                     nullptr, condition, branch->getLParenLoc(),
                                     branch->getRParenLoc(), yes, branch->getElseLoc(),
                                     optional(branch->getElse()));
    }
    if (llvm::isa<clang::NullStmt>(statement))
        return new (ast_) clang::NullStmt(statement->getBeginLoc());
    if (llvm::isa<clang::BreakStmt>(statement))
        return new (ast_) clang::BreakStmt(statement->getBeginLoc());
    if (llvm::isa<clang::ContinueStmt>(statement))
        return new (ast_) clang::ContinueStmt(statement->getBeginLoc());
    throw NotCopied{"a statement that is not modelled"};
}

} // namespace espalier::frontend
