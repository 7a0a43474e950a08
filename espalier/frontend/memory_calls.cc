#include "espalier/frontend/memory_calls.h"

#include "espalier/frontend/synthetic_expressions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <array>
#include <optional>

namespace espalier::frontend {

namespace {

using clang::Expr;

bool is_copy(const clang::FunctionDecl *function)
{
    const unsigned builtin = function->getBuiltinID();
    return builtin == clang::Builtin::BImemcpy || builtin == clang::Builtin::BI__builtin_memcpy;
}

bool is_fill(const clang::FunctionDecl *function)
{
    const unsigned builtin = function->getBuiltinID();
    return builtin == clang::Builtin::BImemset || builtin == clang::Builtin::BI__builtin_memset;
}

/// The numbers of an array, or of rows of one.
clang::QualType numbers_of(clang::QualType type, const clang::ASTContext &ast)
{
    while (const clang::ArrayType *array = ast.getAsArrayType(type))
        type = array->getElementType();
    return type;
}

/// Whether a pointer is made of one to another type: functions may copy numbers of one type as
/// bytes of another one, loops may not.
bool has_cast(const clang::Stmt *part)
{
    const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(part);
    return (cast && cast->getType()->isPointerType()) ||
           std::any_of(part->child_begin(), part->child_end(),
                       [](const clang::Stmt *child) { return child && has_cast(child); });
}

/// A pointer that was converted to one to anything, before that.
const Expr *before_void(const Expr *pointer)
{
    pointer = pointer->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(pointer);
    return cast && cast->getType()->isVoidPointerType() &&
                   cast->getSubExpr()->getType()->isPointerType()
               ? before_void(cast->getSubExpr())
               : pointer;
}

/// The pointer, to numbers or rows of them, that was converted to one to anything; null for others.
const Expr *pointer_to_numbers(const Expr *argument, const clang::ASTContext &ast)
{
    argument = before_void(argument);
    if (has_cast(argument))
        return nullptr;
    const Expr *at = argument->IgnoreParens();
    while (true) {
        const clang::QualType numbers = at->getType()->isPointerType()
                                            ? numbers_of(at->getType()->getPointeeType(), ast)
                                            : clang::QualType();
        if (!numbers.isNull() && numbers->isRealType())
            return numbers.isVolatileQualified() ? nullptr : at;
        const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(at);
        if (!cast)
            return nullptr;
        at = cast->getSubExpr()->IgnoreParens();
    }
}

/// The factors of a product, outermost first; products in narrow unsigned types, which may wrap
/// around, are factors themselves.
void add_factors(const Expr *product, const clang::ASTContext &ast, std::vector<const Expr *> &out)
{
    const Expr *bare = product->IgnoreParenImpCasts();
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare);
    if (!operation || operation->getOpcode() != clang::BO_Mul ||
        (operation->getType()->isUnsignedIntegerType() &&
         ast.getIntWidth(operation->getType()) < ast.getIntWidth(ast.getSizeType())))
        return out.push_back(bare);
    add_factors(operation->getLHS(), ast, out);
    add_factors(operation->getRHS(), ast, out);
}

bool is_size(const Expr *expression)
{
    const auto *size = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression);
    return size && size->getKind() == clang::UETT_SizeOf;
}

/// What numbers in rows are a product of, by their bytes: `n * m * sizeof(double)`.
/// \return nothing unless one factor is the size of a number
std::optional<std::vector<const Expr *>> factors_of(const Expr *bytes, clang::QualType number,
                                                    const clang::ASTContext &ast)
{
    std::vector<const Expr *> factors;
    add_factors(bytes, ast, factors);
    const auto size = std::ranges::find_if(factors, [&](const Expr *factor) {
        const auto *trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(factor);
        return is_size(factor) && trait->getTypeOfArgument()->isRealType() &&
               ast.getTypeSizeInChars(trait->getTypeOfArgument()) == ast.getTypeSizeInChars(number);
    });
    if (size != factors.end())
        factors.erase(size);
    else if (!ast.getTypeSizeInChars(number).isOne())
        return std::nullopt;
    const bool are_numbers = std::ranges::all_of(factors, [](const Expr *factor) {
        return factor->getType()->isIntegerType() && !is_size(factor);
    });
    return are_numbers && !factors.empty() ? std::optional(factors) : std::nullopt;
}

/// The dimensions of the array whose bytes are copied, `sizeof a`.
/// \param row  what pointers to its start lead to
/// \return nothing for other sizes
std::optional<std::vector<const Expr *>> dimensions_of(const Expr *bytes, clang::QualType row,
                                                       clang::ASTContext &ast)
{
    const Expr *bare = bytes->IgnoreParenImpCasts();
    if (!is_size(bare))
        return std::nullopt;
    clang::QualType type = llvm::cast<clang::UnaryExprOrTypeTraitExpr>(bare)->getTypeOfArgument();
    std::vector<const Expr *> result;
    while (const clang::ConstantArrayType *array = ast.getAsConstantArrayType(type)) {
        result.push_back(clang::IntegerLiteral::Create(
            ast, array->getSize().zextOrTrunc(unsigned(ast.getIntWidth(ast.getSizeType()))),
            ast.getSizeType(), bytes->getBeginLoc()));
        type = array->getElementType();
        if (result.size() == 1 && !ast.hasSameUnqualifiedType(type, row))
            return std::nullopt;
    }
    return type->isRealType() && !result.empty() ? std::optional(result) : std::nullopt;
}

} // namespace

clang::Stmt *MemoryCalls::loops(const clang::CallExpr *call)
{
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !(is_copy(callee) || is_fill(callee)) || call->getNumArgs() != 3 ||
        std::ranges::any_of(call->arguments(),
                            [&](const Expr *each) { return each->HasSideEffects(ast_); }))
        return nullptr;
    where_ = call->getBeginLoc();
    const Expr *to = pointer_to_numbers(call->getArg(0), ast_);
    const Expr *from = is_copy(callee) ? pointer_to_numbers(call->getArg(1), ast_) : to;
    if (!to || !from)
        return nullptr;
    const clang::QualType row = to->getType()->getPointeeType();
    const bool is_flat = row->isRealType();
    auto extents = dimensions_of(call->getArg(2), row, ast_);
    if (!extents && is_flat)
        extents = factors_of(call->getArg(2), row, ast_);
    const auto filling = is_fill(callee) ? call->getArg(1)->getIntegerConstantExpr(ast_)
                                         : std::optional(llvm::APSInt());
    if (!extents || !filling || *filling != 0 ||
        !ast_.hasSameUnqualifiedType(from->getType()->getPointeeType(), row))
        return nullptr;
    const clang::QualType type = numbers_of(row, ast_).getUnqualifiedType();
    std::vector<clang::VarDecl *> counters;
    for (std::size_t k = 0; k < extents->size(); ++k)
        counters.push_back(clang::VarDecl::Create(
            ast_, caller_, where_, where_, names_.name_after("at"), ast_.getSizeType(),
            ast_.getTrivialTypeSourceInfo(ast_.getSizeType()), clang::SC_None));
    const Expr *value = is_copy(callee) ? loaded(element(from, counters, *extents), ast_)
                                        : converted(call->getArg(1), type);
    clang::Stmt *result = operation(clang::BO_Assign, element(to, counters, *extents),
                                    const_cast<Expr *>(value), type);
    for (std::size_t k = counters.size(); k-- > 0;)
        result = loop(counters[k], (*extents)[k], result);
    return result;
}

/// pointer[(i * m + j) * l + k] of numbers in a row, pointer[i][j][k] of an array
Expr *MemoryCalls::element(const Expr *pointer, const std::vector<clang::VarDecl *> &counters,
                           const std::vector<const Expr *> &extents) const
{
    const clang::QualType index = ast_.getPointerDiffType();
    const bool is_flat = pointer->getType()->getPointeeType()->isRealType();
    Expr *at = nullptr;
    auto *base = const_cast<Expr *>(pointer);
    for (std::size_t k = 0; k < counters.size(); ++k) {
        Expr *counter = converted(value_of(counters[k]), index);
        at = !at || !is_flat
                 ? counter
                 : operation(clang::BO_Add,
                             operation(clang::BO_Mul, at, converted(extents[k], index), index),
                             counter, index);
        if (!is_flat)
            base = row(base, at);
    }
    return is_flat ? row(base, at) : base;
}

/// pointer[at]
Expr *MemoryCalls::row(Expr *pointer, Expr *at) const
{
    if (pointer->getType()->isArrayType())
        pointer = clang::ImplicitCastExpr::Create(
            ast_, ast_.getArrayDecayedType(pointer->getType()), clang::CK_ArrayToPointerDecay,
            pointer, nullptr, clang::VK_PRValue, clang::FPOptionsOverride());
    return new (ast_) clang::ArraySubscriptExpr(pointer, at, pointer->getType()->getPointeeType(),
                                                clang::VK_LValue, clang::OK_Ordinary, where_);
}

Expr *MemoryCalls::operation(clang::BinaryOperatorKind opcode, Expr *left, Expr *right,
                             clang::QualType type) const
{
    return clang::BinaryOperator::Create(ast_, left, right, opcode, type, clang::VK_PRValue,
                                         clang::OK_Ordinary, where_, clang::FPOptionsOverride());
}

Expr *MemoryCalls::converted(const Expr *value, clang::QualType type) const
{
    if (value->isGLValue())
        value = loaded(value, ast_);
    if (ast_.hasSameUnqualifiedType(value->getType(), type))
        return const_cast<Expr *>(value);
    const clang::CastKind kind =
        type->isFloatingType() ? clang::CK_IntegralToFloating : clang::CK_IntegralCast;
    return clang::ImplicitCastExpr::Create(ast_, type, kind, const_cast<Expr *>(value), nullptr,
                                           clang::VK_PRValue, clang::FPOptionsOverride());
}

Expr *MemoryCalls::value_of(clang::VarDecl *counter) const
{
    return const_cast<Expr *>(frontend::value_of(counter, ast_));
}

/// for (size_t counter = 0; counter < extent; counter++) body
clang::Stmt *MemoryCalls::loop(clang::VarDecl *counter, const Expr *extent, clang::Stmt *body) const
{
    const clang::QualType type = ast_.getSizeType();
    counter->setInit(clang::IntegerLiteral::Create(
        ast_, llvm::APInt(unsigned(ast_.getIntWidth(type)), 0), type, where_));
    auto *declaration = new (ast_) clang::DeclStmt(clang::DeclGroupRef(counter), where_, where_);
    Expr *condition =
        operation(clang::BO_LT, value_of(counter), converted(extent, type), ast_.IntTy);
    Expr *step = clang::UnaryOperator::Create(
        ast_, const_cast<Expr *>(reference_to(counter, ast_)), clang::UO_PostInc, type,
        clang::VK_PRValue, clang::OK_Ordinary, where_, false, clang::FPOptionsOverride());
    return new (ast_)
        clang::ForStmt(ast_, declaration, condition, nullptr, step, body, where_, where_, where_);
}

} // namespace espalier::frontend
