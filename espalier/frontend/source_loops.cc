#include "espalier/frontend/source_loops.h"

#include "espalier/frontend/model.h"
#include "espalier/frontend/walk.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace espalier::frontend {

namespace {

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
        if (!around_.empty())
            loops_[around_.back()].is_innermost = false;
        around_.push_back(loops_.size());
        const clang::SourceLocation last = clang::Lexer::getLocForEndOfToken(
            sources_.getExpansionLoc(loop.getEndLoc()), 0, sources_, ast_.getLangOpts());
        loops_.push_back({function, place_of(sources_, loop.getBeginLoc()),
                          place_of(sources_, loop.getEndLoc()).line,
                          sources_.getFileOffset(sources_.getExpansionLoc(loop.getBeginLoc())),
                          sources_.getFileOffset(last), around_.size(), true});
    }

    const clang::ASTContext &ast_;
    const clang::SourceManager &sources_;
    std::vector<SourceLoop> &loops_;
    std::vector<std::size_t> around_; ///< positions of the loops around, outermost first
};

} // namespace

std::vector<const clang::FunctionDecl *> functions_of(const clang::ASTContext &ast)
{
    const clang::SourceManager &sources = ast.getSourceManager();
    std::vector<const clang::FunctionDecl *> result;
    for (const clang::Decl *declaration : ast.getTranslationUnitDecl()->decls()) {
        const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (function && function->isThisDeclarationADefinition() &&
            llvm::isa_and_nonnull<clang::CompoundStmt>(function->getBody()) &&
            sources.isWrittenInMainFile(
                sources.getExpansionLoc(function->getBody()->getBeginLoc())))
            result.push_back(function);
    }
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
