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

/// What is declared ahead of a statement where it can be named.
struct Scope {
    Variables variables;
    Variables with_values; ///< those that have one whenever the statement is reached

    void add(const clang::Stmt *ahead)
    {
        if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(ahead)) {
            for (const clang::Decl *one : declaration->decls())
                if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(one))
                    add(variable);
        } else if (const auto *assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(ahead)) {
            if (assignment->getOpcode() == clang::BO_Assign)
                if (const clang::VarDecl *variable = variable_of(assignment->getLHS()))
                    with_values.push_back(variable->getCanonicalDecl());
        }
    }

    void add(const clang::VarDecl *variable)
    {
        variables.push_back(variable);
        if (variable->hasInit() || !variable->hasLocalStorage() ||
            llvm::isa<clang::ParmVarDecl>(variable))
            with_values.push_back(variable->getCanonicalDecl());
    }
};

/// Adds what is declared, and is given values, on the way from a statement to one in it.
/// \return whether that is in it; if not, `scope` stays as it was
bool add_in_scope(const clang::Stmt *statement, const clang::Stmt *target, Scope &scope)
{
    if (statement == target)
        return true;
    const std::size_t variables = scope.variables.size(), with_values = scope.with_values.size();
    for (const clang::Stmt *child : statement->children()) {
        if (child && add_in_scope(child, target, scope))
            return true;
        scope.add(child);
    }
    scope.variables.resize(variables);
    scope.with_values.resize(with_values);
    return false;
}

/// Of the variables of one name, in the order of their declarations, the innermost.
Variables visible_of(const Variables &variables)
{
    Variables result;
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        if (std::none_of(variable + 1, variables.end(), [&](const clang::VarDecl *inner) {
                return inner->getName() == (*variable)->getName();
            }))
            result.push_back(*variable);
    return result;
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

/// Whether what a type's lengths are computed from is as it was where the variable was declared,
/// and can be named.
class LengthCheck : public clang::RecursiveASTVisitor<LengthCheck> {
public:
    LengthCheck(const Usage &usage, const Variables &visible) : usage_(usage), visible_(visible) {}

    bool VisitExpr(clang::Expr *expression)
    {
        const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
        const auto *variable =
            reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
        if (variable)
            return variable->hasLocalStorage() &&
                   std::ranges::find(visible_, variable) != visible_.end() &&
                   !usage_.assigned.contains(variable->getCanonicalDecl()) &&
                   !usage_.address_taken.contains(variable->getCanonicalDecl());
        return llvm::isa<clang::IntegerLiteral, clang::BinaryOperator, clang::ParenExpr,
                         clang::CastExpr, clang::ConstantExpr>(expression) ||
               reference;
    }

private:
    const Usage &usage_;
    const Variables &visible_;
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
            const FunctionUsage::Region &region, const Variables &visible,
            const Variables &with_values, std::string_view text)
        : ast_(ast), function_(function), statements_(region), region_(usage_of(region)),
          visible_(visible), with_values_(with_values), text_(text)
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
        if (can_be_declared(variable)) {
            const std::string type = declaration("", variable.getType());
            if (!names_variables(type))
                result.temporary = declaration(name, variable.getType());
            return result;
        }
        if (is_constant(variable) || !can_be_given(variable, type))
            return result;
        if (region_.modified.contains(variable.getCanonicalDecl()) && !result.is_array) {
            const std::string changed = declaration("", type.getUnqualifiedType());
            if (!names_variables(changed))
                result.changed_type = changed;
            return result;
        }
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

    /// Whether a variable of the function's own does for it in the region. What only the types of
    /// others name has a value.
    bool can_be_declared(const clang::VarDecl &variable) const
    {
        constexpr std::int64_t most_bytes = 1 << 16;
        const clang::QualType type = variable.getType();
        return region_.referenced.contains(variable.getCanonicalDecl()) &&
               function_.is_temporary(variable.getCanonicalDecl(), statements_) &&
               !variable.hasAttrs() && !type.isVolatileQualified() && !type->isAtomicType() &&
               !type->isVariablyModifiedType() && !type->isIncompleteType() &&
               ast_.getTypeSizeInChars(type).getQuantity() <= most_bytes &&
               !function_.total().address_taken.contains(variable.getCanonicalDecl());
    }

    /// Whether the variable, or what an array decays to, is in a function what it is here.
    bool can_be_given(const clang::VarDecl &variable, clang::QualType type) const
    {
        LengthCheck lengths(function_.total(), visible_);
        return can_be_copied(variable, type) &&
               (!type->isVariablyModifiedType() || lengths.TraverseType(type));
    }

    /// Whether a type has a name in it that a variable hides.
    bool names_variables(std::string_view type) const
    {
        return std::ranges::any_of(visible_, [&](const clang::VarDecl *variable) {
            return contains_word(type, variable->getNameAsString());
        });
    }

    /// "double (*a)[m]"; empty if the type has no name, or is said to be that of an expression.
    std::string declaration(const std::string &name, clang::QualType type) const
    {
        std::string result = name;
        type.getAsStringInternal(result, ast_.getPrintingPolicy());
        const bool has_no_name = result.find("(unnamed") != result.npos ||
                                 result.find("(anonymous") != result.npos ||
                                 result.find("typeof") != result.npos;
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
        if (is_array)
            return !measured_.contains(known);
        if (region_.modified.contains(known))
            return type->isArithmeticType() &&
                   std::ranges::find(with_values_, known) != with_values_.end();
        return std::ranges::none_of(region_.stored, is_part);
    }

    const clang::ASTContext &ast_;
    const FunctionUsage &function_;
    const FunctionUsage::Region &statements_;
    Usage region_;
    const Variables &visible_;
    const Variables &with_values_;
    std::string_view text_;
    VariableSet measured_; ///< by the region
};

} // namespace

std::optional<std::vector<program::OutsideVariable>>
outside_variables(const clang::ASTContext &ast, const FunctionUsage &function,
                  const FunctionUsage::Region &region, std::string_view text)
{
    const clang::FunctionDecl &around = *function.function();
    const bool is_seen_elsewhere =
        around.isInlineSpecified() && around.getStorageClass() != clang::SC_Static;
    if (ast.getLangOpts().CPlusPlus || is_seen_elsewhere || around.hasAttr<clang::TargetAttr>() ||
        has_own_types(around, ast.getSourceManager()))
        return std::nullopt;
    Scope scope;
    for (const clang::ParmVarDecl *parameter : around.parameters())
        scope.add(parameter);
    if (!add_in_scope(around.getBody(), region.front(), scope))
        return std::nullopt;
    const Variables visible = visible_of(scope.variables);
    const Outside outside(ast, function, region, visible, scope.with_values, text);
    std::vector<program::OutsideVariable> result;
    for (const clang::VarDecl *variable : visible)
        result.push_back(outside(*variable));
    return result;
}

} // namespace espalier::frontend
