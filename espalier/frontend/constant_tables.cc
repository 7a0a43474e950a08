#include "espalier/frontend/constant_tables.h"

#include "espalier/frontend/usage.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

namespace espalier::frontend {

namespace {

/// Goes through the initializers of an array.
class Table {
public:
    explicit Table(const clang::ASTContext &ast) : ast_(ast) {}

    /// \return false if one of them is no constant, or there are too many
    bool add(const clang::Expr *initializer)
    {
        constexpr std::size_t most_numbers = 4096;
        if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(initializer))
            return add(list);
        clang::Expr::EvalResult value;
        if (llvm::isa<clang::ImplicitValueInitExpr>(initializer))
            include(ast_.MakeIntValue(0, initializer->getType()));
        else if (initializer->getType()->isIntegerType() && initializer->EvaluateAsInt(value, ast_))
            include(value.Val.getInt());
        else
            return false;
        return ++count_ <= most_numbers;
    }

    std::optional<Extremes> result;

private:
    bool add(const clang::InitListExpr *list)
    {
        if (list->isStringLiteralInit())
            return false;
        for (const clang::Expr *initializer : list->inits())
            if (!add(initializer))
                return false;
        return !list->hasArrayFiller() || add(list->getArrayFiller());
    }

    void include(const llvm::APSInt &value)
    {
        if (!result)
            result = {value, value};
        else if (value < result->least)
            result->least = value;
        else if (value > result->greatest)
            result->greatest = value;
    }

    const clang::ASTContext &ast_;
    std::size_t count_ = 0;
};

} // namespace

std::optional<Extremes> extremes_of_table(const clang::ArraySubscriptExpr *element,
                                          const clang::ASTContext &ast)
{
    const clang::Expr *array = element;
    while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(array))
        array = subscript->getBase()->IgnoreParenImpCasts();
    const clang::VarDecl *variable = variable_of(array);
    if (!variable || variable->isWeak() || !ast.getAsConstantArrayType(variable->getType()))
        return std::nullopt;
    const clang::QualType type = ast.getBaseElementType(variable->getType());
    const clang::Expr *initializer = variable->getAnyInitializer();
    Table table(ast);
    if (!type.isConstQualified() || type.isVolatileQualified() || !type->isIntegerType() ||
        !initializer || initializer->isValueDependent() || !table.add(initializer))
        return std::nullopt;
    return table.result;
}

} // namespace espalier::frontend
