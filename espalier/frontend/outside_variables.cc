#include "espalier/frontend/outside_variables.h"

#include "espalier/base/words.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

using Variables = std::vector<const clang::VarDecl *>;

/// Adds the variables of a declaration.
void add_declared(const clang::Stmt *statement, Variables &variables)
{
    if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(statement))
        for (const clang::Decl *one : declaration->decls())
            if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(one))
                variables.push_back(variable);
}

/// Adds the variables that are declared on the way from a statement to one in it.
/// \return whether that is in it; if not, `variables` stay as they were
bool add_in_scope(const clang::Stmt *statement, const clang::Stmt *target, Variables &variables)
{
    if (statement == target)
        return true;
    const std::size_t outer = variables.size();
    for (const clang::Stmt *child : statement->children()) {
        if (child && add_in_scope(child, target, variables))
            return true;
        add_declared(child, variables);
    }
    variables.resize(outer);
    return false;
}

/// Whether a function has types of its own, which others ahead of it have no name for: in its body,
/// or what it returns.
bool has_own_types(const clang::FunctionDecl &function, const clang::SourceManager &sources)
{
    clang::QualType result = function.getReturnType();
    while (result->isPointerType())
        result = result->getPointeeType();
    const clang::TagDecl *returned = result->getAsTagDecl();
    const bool is_new = returned && !sources.isBeforeInTranslationUnit(returned->getBeginLoc(),
                                                                       function.getBeginLoc());
    return is_new || std::ranges::any_of(function.decls(), [](const clang::Decl *one) {
               return llvm::isa<clang::TypeDecl>(one);
           });
}

/// Whether a text has preprocessor directives but pragmas.
bool has_directives(std::string_view text)
{
    for (std::size_t line = 0; line < text.size(); line = text.find('\n', line) + 1) {
        const std::size_t mark = text.find_first_not_of(" \t", line);
        const std::size_t word = mark == text.npos || text[mark] != '#'
                                     ? text.npos
                                     : text.find_first_not_of(" \t", mark + 1);
        if (word != text.npos && !text.substr(word).starts_with("pragma"))
            return true;
        if (text.find('\n', line) == text.npos)
            break;
    }
    return false;
}

/// Whether what a type's lengths are computed from is as it was where the variable was declared.
class LengthCheck : public clang::RecursiveASTVisitor<LengthCheck> {
public:
    explicit LengthCheck(const Usage &usage) : usage_(usage) {}

    bool VisitExpr(clang::Expr *expression)
    {
        const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
        const auto *variable =
            reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
        if (variable)
            return variable->hasLocalStorage() &&
                   !usage_.assigned.contains(variable->getCanonicalDecl()) &&
                   !usage_.address_taken.contains(variable->getCanonicalDecl());
        return llvm::isa<clang::IntegerLiteral, clang::BinaryOperator, clang::ParenExpr,
                         clang::CastExpr, clang::ConstantExpr>(expression) ||
               reference;
    }

private:
    const Usage &usage_;
};

/// The variables of which statements ask for the size.
class MeasuredVariables : public clang::RecursiveASTVisitor<MeasuredVariables> {
public:
    bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *expression)
    {
        if (!expression->isArgumentType())
            if (const clang::VarDecl *variable = variable_of(expression->getArgumentExpr()))
                found.insert(variable->getCanonicalDecl());
        return true;
    }

    VariableSet found;
};

class Outside {
public:
    Outside(const clang::ASTContext &ast, const FunctionUsage &function,
            const FunctionUsage::Region &region, std::string_view text)
        : ast_(ast), function_(function), region_(usage_of(region)), text_(text)
    {
        MeasuredVariables visitor;
        for (const clang::Stmt *statement : region)
            visitor.TraverseStmt(const_cast<clang::Stmt *>(statement));
        measured_ = std::move(visitor.found);
    }

    program::OutsideVariable operator()(const clang::VarDecl &variable) const
    {
        const std::string name = variable.getNameAsString();
        const bool is_named = region_.referenced.contains(variable.getCanonicalDecl());
        const clang::QualType type = ast_.getAdjustedParameterType(variable.getType());
        program::OutsideVariable result{.name = name,
                                        .is_array = variable.getType()->isArrayType(),
                                        .is_hidden = is_named && !contains_word(text_, name)};
        if (is_constant(variable) || !can_be_given(variable, type))
            return result;
        result.parameter = declaration(name, type);
        if (!result.parameter.empty() && type->isObjectPointerType())
            result.restricted = type.isRestrictQualified() ? result.parameter
                                                           : declaration(name, type.withRestrict());
        return result;
    }

private:
    /// Whether compilers know the variable's values, which they would not in another function.
    bool is_constant(const clang::VarDecl &variable) const
    {
        return ast_.getBaseElementType(variable.getType()).isConstQualified() &&
               variable.hasInit() &&
               variable.getInit()->isConstantInitializer(const_cast<clang::ASTContext &>(ast_),
                                                         false);
    }

    /// Whether the variable, or what an array decays to, is in a function what it is here.
    bool can_be_given(const clang::VarDecl &variable, clang::QualType type) const
    {
        LengthCheck lengths(function_.total());
        return can_be_copied(variable, type) &&
               (!type->isVariablyModifiedType() || lengths.TraverseType(type));
    }

    /// "double (*a)[m]"; empty if the type has no name.
    std::string declaration(const std::string &name, clang::QualType type) const
    {
        std::string result = name;
        type.getAsStringInternal(result, ast_.getPrintingPolicy());
        const bool has_no_name =
            result.find("(unnamed") != result.npos || result.find("(anonymous") != result.npos;
        return has_no_name ? "" : result;
    }

    /// Whether a copy of a variable, or what an array decays to, does for it in the region.
    bool can_be_copied(const clang::VarDecl &variable, clang::QualType type) const
    {
        constexpr std::int64_t most_bytes = 64;
        const clang::VarDecl *known = variable.getCanonicalDecl();
        const bool is_array = variable.getType()->isArrayType();
        if (type.isVolatileQualified() || type->isAtomicType() || type->isIncompleteType() ||
            ast_.getTypeSizeInChars(type).getQuantity() > most_bytes)
            return false;
        const auto is_part = [&](const Place &place) {
            return place.first == known && type->isRecordType();
        };
        if (region_.address_taken.contains(known))
            return false;
        return is_array ? !measured_.contains(known)
                        : !region_.modified.contains(known) &&
                              std::ranges::none_of(region_.stored, is_part);
    }

    const clang::ASTContext &ast_;
    const FunctionUsage &function_;
    Usage region_;
    std::string_view text_;
    VariableSet measured_; ///< by the region
};

} // namespace

std::optional<std::vector<program::OutsideVariable>>
outside_variables(const clang::ASTContext &ast, const FunctionUsage &function,
                  const FunctionUsage::Region &region, std::string_view text,
                  std::string_view before)
{
    const clang::FunctionDecl &around = *function.function();
    const bool is_seen_elsewhere =
        around.isInlineSpecified() && around.getStorageClass() != clang::SC_Static;
    if (ast.getLangOpts().CPlusPlus || is_seen_elsewhere || around.hasAttr<clang::TargetAttr>() ||
        has_own_types(around, ast.getSourceManager()) || has_directives(before) ||
        has_directives(text))
        return std::nullopt;
    Variables variables(around.param_begin(), around.param_end());
    if (!add_in_scope(around.getBody(), region.front(), variables))
        return std::nullopt;
    const Outside outside(ast, function, region, text);
    std::vector<program::OutsideVariable> result;
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        if (std::none_of(variable + 1, variables.end(), [&](const clang::VarDecl *inner) {
                return inner->getName() == (*variable)->getName();
            }))
            result.push_back(outside(**variable));
    return result;
}

} // namespace espalier::frontend
