#include "espalier/frontend/steady_loops.h"

#include "espalier/frontend/purity.h"
#include "espalier/frontend/source_loops.h"
#include "espalier/frontend/unmodelled.h"
#include "espalier/frontend/usage.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/Expr.h>

#include <algorithm>
#include <map>

namespace espalier::frontend {

namespace {

/// Whether what an object of a type stores may be read as an integer.
bool holds_integers(clang::QualType type)
{
    type = type.getCanonicalType();
    if (const auto *array = type->getAsArrayTypeUnsafe())
        return holds_integers(array->getElementType());
    if (const auto *record = type->getAsRecordDecl())
        return record->isUnion() || !record->isCompleteDefinition() ||
               std::ranges::any_of(record->fields(), [](const clang::FieldDecl *field) {
                   return holds_integers(field->getType());
               });
    if (const auto *complex = type->getAs<clang::ComplexType>())
        return holds_integers(complex->getElementType());
    return !type->isRealFloatingType() && !type->isPointerType();
}

/// Whether an lvalue is a part of a union, as far as its text shows.
bool is_in_union(const clang::Expr *lvalue)
{
    for (lvalue = lvalue->IgnoreParenCasts(); lvalue;) {
        if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) {
            const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
            if (!field || field->getParent()->isUnion())
                return true;
            lvalue = member->getBase()->IgnoreParenCasts();
        } else if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
            lvalue = element->getBase()->IgnoreParenCasts();
        } else {
            return false;
        }
    }
    return false;
}

/// Statements and expressions that do nothing but what their parts do, and those that StoredTypes
/// looks at.
bool is_known(const clang::Stmt &part)
{
    return llvm::isa<clang::CompoundStmt, clang::DeclStmt, clang::IfStmt, clang::ForStmt,
                     clang::WhileStmt, clang::DoStmt, clang::SwitchStmt, clang::SwitchCase,
                     clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt, clang::NullStmt,
                     clang::BinaryOperator, clang::UnaryOperator, clang::DeclRefExpr,
                     clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
                     clang::StringLiteral, clang::ParenExpr, clang::ImplicitCastExpr,
                     clang::CStyleCastExpr, clang::ArraySubscriptExpr, clang::MemberExpr,
                     clang::CallExpr, clang::ConditionalOperator, clang::UnaryExprOrTypeTraitExpr,
                     clang::InitListExpr, clang::ImplicitValueInitExpr, clang::ConstantExpr>(part);
}

/// Whether a call writes text to a file, and to no memory that the program sees: `%n` would need a
/// pointer.
bool only_prints(const clang::CallExpr &call, const clang::FunctionDecl &callee,
                 const clang::SourceManager &sources)
{
    static const std::set<std::string> names = {"printf", "fprintf", "puts",    "fputs",
                                                "putc",   "fputc",   "putchar", "fflush"};
    if (!names.contains(callee.getNameAsString()) ||
        !sources.isInSystemHeader(callee.getLocation()))
        return false;
    for (unsigned k = callee.getNumParams(); k < call.getNumArgs(); ++k) {
        const clang::QualType type = call.getArg(k)->IgnoreParenImpCasts()->getType();
        bool is_text = llvm::isa<clang::StringLiteral>(call.getArg(k)->IgnoreParenImpCasts()) ||
                       (type->isPointerType() && type->getPointeeType().isConstQualified());
        if (!type->isArithmeticType() && !is_text)
            return false;
    }
    return true;
}

/// Finds out what code stores, and what the functions of the file that it calls do.
class StoredTypes {
public:
    StoredTypes(const clang::SourceManager &sources, const Directives &directives)
        : sources_(sources), directives_(directives)
    {
    }

    /// Whether a loop is steady.
    /// \param addressed  variables of its function whose addresses are taken
    /// \return what functions of the file run in it; nothing if it is not
    std::optional<std::set<std::string>> functions_of(const clang::Stmt &loop,
                                                      const VariableSet &addressed)
    {
        if (has_jump_target(&loop) || contains_return(&loop))
            return std::nullopt;
        Effect all = effect_of_code(loop, addressed);
        std::vector<const clang::FunctionDecl *> open(all.callees.begin(), all.callees.end());
        while (all.is_steady && !open.empty()) {
            const Effect &inside = effect_of_function(*open.back());
            open.pop_back();
            all.is_steady = inside.is_steady;
            for (const clang::FunctionDecl *callee : inside.callees)
                if (all.callees.insert(callee).second)
                    open.push_back(callee);
        }
        if (!all.is_steady)
            return std::nullopt;
        std::set<std::string> names;
        for (const clang::FunctionDecl *callee : all.callees)
            names.insert(callee->getNameAsString());
        return names;
    }

private:
    /// What code does itself, without what it calls.
    struct Effect {
        bool is_steady = true;
        FunctionSet callees = {}; ///< of the file
    };

    Effect effect_of_code(const clang::Stmt &code, const VariableSet &addressed) const
    {
        Effect result;
        walk(&code, {.enter =
                         [&](const clang::Stmt &part) {
                             note(part, addressed, result);
                             return result.is_steady;
                         },
                     .declare =
                         [&](const clang::VarDecl &variable) {
                             if (variable.hasLocalStorage() && variable.getInit() &&
                                 !is_own(variable, addressed))
                                 result.is_steady = false;
                         }});
        return result;
    }

    const Effect &effect_of_function(const clang::FunctionDecl &function)
    {
        if (const auto known = effects_.find(&function); known != effects_.end())
            return known->second;
        const VariableSet addressed = usage_of({function.getBody()}).address_taken;
        Effect effect = effect_of_code(*function.getBody(), addressed);
        const clang::QualType result = function.getReturnType();
        effect.is_steady =
            effect.is_steady && !has_directives(function) && !function.isVariadic() &&
            !function.isWeak() && (!result->isRecordType() || !holds_integers(result)) &&
            std::ranges::all_of(function.parameters(), [&](const clang::ParmVarDecl *parameter) {
                return is_own(*parameter, addressed);
            });
        return effects_[&function] = std::move(effect);
    }

    /// Whether a body has pragmas, with which threads may wait for what others do, or may have
    /// some.
    bool has_directives(const clang::FunctionDecl &function) const
    {
        const clang::SourceLocation begin =
                                        sources_.getExpansionLoc(function.getBody()->getBeginLoc()),
                                    end = sources_.getExpansionLoc(function.getBody()->getEndLoc());
        if (!sources_.isWrittenInMainFile(begin) || !sources_.isWrittenInMainFile(end))
            return true;
        try {
            check_directives({sources_.getFileOffset(begin), sources_.getFileOffset(end)}, begin,
                             directives_);
        } catch (const Unmodelled &) {
            return true;
        }
        return false;
    }

    /// Whether nobody sees an integer change where code of its function changes a variable.
    static bool is_own(const clang::VarDecl &variable, const VariableSet &addressed)
    {
        return !holds_integers(variable.getType()) ||
               (variable.getType()->isScalarType() && variable.hasLocalStorage() &&
                !addressed.contains(variable.getCanonicalDecl()));
    }

    static bool may_store_to(const clang::Expr &lvalue, const VariableSet &addressed)
    {
        const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(lvalue.IgnoreParens());
        const auto *variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
        return variable ? is_own(*variable, addressed)
                        : !holds_integers(lvalue.getType()) && !is_in_union(&lvalue);
    }

    void note(const clang::Stmt &part, const VariableSet &addressed, Effect &effect) const
    {
        const auto *expression = llvm::dyn_cast<clang::Expr>(&part);
        bool is_watched =
            expression && expression->isGLValue() &&
            (expression->getType().isVolatileQualified() || expression->getType()->isAtomicType());
        const clang::Expr *stored = nullptr;
        if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part);
            binary && binary->isAssignmentOp())
            stored = binary->getLHS();
        if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part);
            unary && unary->isIncrementDecrementOp())
            stored = unary->getSubExpr();
        if (!is_known(part) || is_watched || (stored && !may_store_to(*stored, addressed)))
            effect.is_steady = false;
        if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&part))
            note_call(*call, effect);
    }

    void note_call(const clang::CallExpr &call, Effect &effect) const
    {
        const clang::FunctionDecl *callee = call.getDirectCallee();
        if (callee &&
            (effect_of(callee) != CallEffect::unknown || only_prints(call, *callee, sources_)))
            return;
        const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
        if (definition)
            effect.callees.insert(definition);
        else
            effect.is_steady = false;
    }

    const clang::SourceManager &sources_;
    const Directives &directives_;
    std::map<const clang::FunctionDecl *, Effect> effects_;
};

/// The text of a loop, if marks can stand around it.
std::optional<TextRange> text_of(const clang::Stmt &loop, const clang::ASTContext &ast,
                                 const Directives &directives)
{
    try {
        return text_of({&loop}, ast.getSourceManager(), ast.getLangOpts(), directives);
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
}

} // namespace

std::vector<SteadyLoop> steady_loops(const clang::ASTContext &ast, const Directives &directives)
{
    std::vector<SteadyLoop> result;
    if (ast.getLangOpts().CPlusPlus)
        return result;
    const clang::SourceManager &sources = ast.getSourceManager();
    const llvm::StringRef file = sources.getBufferData(sources.getMainFileID());
    StoredTypes types(sources, directives);
    for (const clang::FunctionDecl *function : functions_of(ast)) {
        const VariableSet addressed = usage_of({function->getBody()}).address_taken;
        walk(function->getBody(), {.enter = [&](const clang::Stmt &statement) {
                 if (!is_loop(&statement))
                     return true;
                 auto functions = types.functions_of(statement, addressed);
                 const auto text = functions ? text_of(statement, ast, directives) : std::nullopt;
                 if (text)
                     result.push_back({text->begin, text->end, indentation_at(file, text->begin),
                                       std::move(*functions)});
                 return !text;
             }});
    }
    return result;
}

} // namespace espalier::frontend
