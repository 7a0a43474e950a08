#include "espalier/frontend/source_loops.h"

#include "espalier/frontend/increments.h"
#include "espalier/frontend/model.h"
#include "espalier/frontend/usage.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <cstdlib>

namespace espalier::frontend {

namespace {

/// The variable that a `for` sets first, and to what.
std::pair<const clang::VarDecl *, const clang::Expr *> first_value(const clang::ForStmt &loop)
{
    if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop.getInit())) {
        const auto *variable = declaration->isSingleDecl()
                                   ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                                   : nullptr;
        return {variable, variable ? variable->getInit() : nullptr};
    }
    const auto *assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.getInit());
    if (!assignment || assignment->getOpcode() != clang::BO_Assign)
        return {nullptr, nullptr};
    return {variable_of(assignment->getLHS()), assignment->getRHS()};
}

std::optional<long> constant_of(const clang::Expr *expression, const clang::ASTContext &ast)
{
    clang::Expr::EvalResult result;
    if (!expression || expression->isValueDependent() ||
        !expression->getType()->isIntegralOrEnumerationType() ||
        !expression->EvaluateAsInt(result, ast))
        return std::nullopt;
    const llvm::APSInt &value = result.Val.getInt(); // of which differences are to fit
    if (!value.isRepresentableByInt64() || value.getSignificantBits() > 32)
        return std::nullopt;
    return value.getExtValue();
}

/// What the third clause of a `for` adds to a variable.
std::optional<long> step_of(const clang::ForStmt &loop, const clang::VarDecl *variable,
                            const clang::ASTContext &ast)
{
    const std::optional<Addition> added =
        loop.getInc() ? addition_to(variable, loop.getInc()) : std::nullopt;
    const std::optional<long> step = !added         ? std::nullopt
                                     : added->value ? constant_of(added->value, ast)
                                                    : std::optional(1L);
    return step && added->is_subtracted ? std::optional(-*step) : step;
}

/// How often a `for` runs whose variable goes from one constant to another by a constant: nothing
/// for other loops. The body is not looked at: what is counted serves estimates.
std::optional<unsigned long> constant_iterations(const clang::Stmt &loop,
                                                 const clang::ASTContext &ast)
{
    const auto *counted = llvm::dyn_cast<clang::ForStmt>(&loop);
    const auto *test =
        counted ? llvm::dyn_cast_or_null<clang::BinaryOperator>(counted->getCond()) : nullptr;
    if (!test || !test->isRelationalOp())
        return std::nullopt;
    const auto [variable, value] = first_value(*counted);
    if (!variable || variable_of(test->getLHS()) != variable)
        return std::nullopt;
    const std::optional<long> start = constant_of(value, ast),
                              bound = constant_of(test->getRHS(), ast),
                              step = step_of(*counted, variable, ast);
    if (!start || !bound || !step || *step == 0)
        return std::nullopt;
    const bool includes_bound =
        test->getOpcode() == clang::BO_LE || test->getOpcode() == clang::BO_GE;
    const long distance = *step > 0 ? *bound - *start : *start - *bound;
    const long last = distance - (includes_bound ? 0 : 1), size = std::abs(*step);
    return last < 0 ? 0 : static_cast<unsigned long>(last / size + 1);
}

/// The loops of one function.
class LoopCollector {
public:
    LoopCollector(const clang::ASTContext &ast, std::vector<SourceLoop> &loops)
        : ast_(ast), sources_(ast.getSourceManager()), loops_(loops)
    {
    }

    void collect(const clang::FunctionDecl *function)
    {
        walk(function->getBody(), {.enter =
                                       [&](const clang::Stmt &statement) {
                                           if (is_loop(&statement))
                                               enter(statement, function->getNameAsString());
                                           else if (!around_.empty())
                                               loops_[around_.back()].operations +=
                                                   is_operation(statement) ? 1 : 0;
                                           return true;
                                       },
                                   .leave =
                                       [&](const clang::Stmt &statement) {
                                           if (is_loop(&statement))
                                               around_.pop_back();
                                       }});
    }

private:
    void enter(const clang::Stmt &loop, const std::string &function)
    {
        around_.push_back(loops_.size());
        const clang::SourceLocation last = clang::Lexer::getLocForEndOfToken(
            sources_.getExpansionLoc(loop.getEndLoc()), 0, sources_, ast_.getLangOpts());
        loops_.push_back({function, place_of(sources_, loop.getBeginLoc()),
                          place_of(sources_, loop.getEndLoc()).line,
                          sources_.getFileOffset(sources_.getExpansionLoc(loop.getBeginLoc())),
                          sources_.getFileOffset(last), around_.size(), 1,
                          constant_iterations(loop, ast_)});
    }

    const clang::ASTContext &ast_;
    const clang::SourceManager &sources_;
    std::vector<SourceLoop> &loops_;
    std::vector<std::size_t> around_; ///< positions of the loops around, outermost first
};

/// Adds the functions that the main file defines, in namespaces and classes as well, and those that
/// templates are made of.
void add_functions(const clang::DeclContext &around, const clang::SourceManager &sources,
                   std::vector<const clang::FunctionDecl *> &functions)
{
    for (const clang::Decl *declaration : around.decls()) {
        if (const auto *pattern = llvm::dyn_cast<clang::TemplateDecl>(declaration))
            declaration = pattern->getTemplatedDecl();
        const auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
        if (function && function->isThisDeclarationADefinition() && !function->isImplicit() &&
            !function->isDefaulted() && function->getBody() &&
            sources.isWrittenInMainFile(
                sources.getExpansionLoc(function->getBody()->getBeginLoc())))
            functions.push_back(function);
        if (const auto *inner = llvm::dyn_cast_or_null<clang::DeclContext>(declaration);
            inner && !function && !declaration->isImplicit())
            add_functions(*inner, sources, functions);
    }
}

} // namespace

std::vector<const clang::FunctionDecl *> functions_of(const clang::ASTContext &ast)
{
    std::vector<const clang::FunctionDecl *> result;
    add_functions(*ast.getTranslationUnitDecl(), ast.getSourceManager(), result);
    return result;
}

std::vector<SourceLoop> source_loops(const clang::ASTContext &ast)
{
    std::vector<SourceLoop> result;
    for (const clang::FunctionDecl *function : functions_of(ast))
        LoopCollector(ast, result).collect(function);
    return result;
}

} // namespace espalier::frontend
