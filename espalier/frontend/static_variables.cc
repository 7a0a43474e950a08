#include "espalier/frontend/static_variables.h"

#include "espalier/base/words.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <string_view>

namespace espalier::frontend {

namespace {

/// The array of which an expression is the address of the first element; null if it is none.
const clang::Expr *decayed(const clang::Expr *pointer)
{
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer->IgnoreParens());
    return cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay ? cast->getSubExpr()
                                                                        : nullptr;
}

/// What an lvalue is an element or a member of; null if that is behind a pointer, or nothing.
const clang::Expr *whole_of(const clang::Expr *lvalue)
{
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue))
        return member->isArrow() ? decayed(member->getBase()) : member->getBase();
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue))
        return decayed(element->getBase());
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(lvalue))
        return operation->getOpcode() == clang::UO_Deref ? decayed(operation->getSubExpr())
                                                         : nullptr;
    return nullptr;
}

/// Tells names of variables that an lvalue to read, to write or to measure starts from from those
/// that are there for an address.
class ReachVisitor : public clang::RecursiveASTVisitor<ReachVisitor> {
public:
    VariableSet out_of_reach() const
    {
        VariableSet result;
        if (has_other_names_)
            return result;
        for (const clang::DeclRefExpr *name : names_)
            if (const auto *variable = variable_of(name); variable && is_of_file_alone(*variable))
                result.insert(variable);
        for (const clang::DeclRefExpr *name : names_)
            if (!values_.contains(name))
                result.erase(variable_of(name));
        return result;
    }

    // NOLINTBEGIN(readability-identifier-naming): Clang's names
    bool VisitDeclRefExpr(clang::DeclRefExpr *name)
    {
        names_.push_back(name);
        return true;
    }

    bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast)
    {
        if (cast->getCastKind() == clang::CK_LValueToRValue)
            note_value(cast->getSubExpr());
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator *operation)
    {
        if (operation->isAssignmentOp())
            note_value(operation->getLHS());
        return true;
    }

    bool VisitUnaryOperator(clang::UnaryOperator *operation)
    {
        if (operation->isIncrementDecrementOp())
            note_value(operation->getSubExpr());
        return true;
    }

    bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *size)
    {
        if (!size->isArgumentType())
            note_value(size->getArgumentExpr());
        return true;
    }

    bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl *)
    {
        has_other_names_ = true;
        return true;
    }

    bool VisitDecl(clang::Decl *declaration)
    {
        has_other_names_ = has_other_names_ || declaration->hasAttr<clang::AliasAttr>();
        return true;
    }
    // NOLINTEND(readability-identifier-naming)

private:
    static bool is_of_file_alone(const clang::VarDecl &variable)
    {
        return !variable.hasLocalStorage() && !variable.isExternallyVisible() &&
               std::ranges::none_of(variable.redecls(), [](const clang::VarDecl *declaration) {
                   return declaration->hasAttr<clang::UsedAttr>() ||
                          declaration->hasAttr<clang::AsmLabelAttr>() ||
                          declaration->hasAttr<clang::SectionAttr>();
               });
    }

    void note_value(const clang::Expr *lvalue)
    {
        while (lvalue) {
            lvalue = lvalue->IgnoreParens();
            if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(lvalue))
                values_.insert(name);
            lvalue = whole_of(lvalue);
        }
    }

    std::vector<const clang::DeclRefExpr *> names_;
    std::set<const clang::DeclRefExpr *> values_;
    bool has_other_names_ = false; ///< assembler or attributes may give variables other names
};

/// Collects where variables are named.
class NameVisitor : public clang::RecursiveASTVisitor<NameVisitor> {
public:
    explicit NameVisitor(const VariableSet &variables) : variables_(variables) {}

    // NOLINTNEXTLINE(readability-identifier-naming): Clang's name
    bool VisitDeclRefExpr(clang::DeclRefExpr *name)
    {
        const clang::VarDecl *variable = variable_of(name);
        if (variable && variables_.contains(variable))
            places[variable].push_back(name->getLocation());
        return true;
    }

    std::map<const clang::VarDecl *, std::vector<clang::SourceLocation>> places;

private:
    const VariableSet &variables_;
};

std::string_view skipped_text(const clang::SourceRange &range, const clang::SourceManager &sources)
{
    const auto [file, begin] = sources.getDecomposedLoc(range.getBegin());
    const std::size_t end = sources.getFileOffset(range.getEnd());
    return sources.getBufferData(file).slice(begin, end);
}

} // namespace

VariableSet statics_out_of_reach(const clang::ASTContext &ast, const Directives &directives)
{
    if (ast.getLangOpts().CPlusPlus)
        return {};
    ReachVisitor visitor;
    visitor.TraverseDecl(ast.getTranslationUnitDecl());
    VariableSet result = visitor.out_of_reach();
    for (const clang::SourceRange &range : directives.skipped) {
        const std::string_view text = skipped_text(range, ast.getSourceManager());
        std::erase_if(result, [&](const clang::VarDecl *variable) {
            return contains_word(text, std::string_view(variable->getName()));
        });
    }
    return result;
}

std::map<const clang::VarDecl *, std::vector<clang::SourceLocation>>
places_of_names(const clang::ASTContext &ast, const VariableSet &variables)
{
    NameVisitor visitor(variables);
    visitor.TraverseDecl(ast.getTranslationUnitDecl());
    return std::move(visitor.places);
}

} // namespace espalier::frontend
