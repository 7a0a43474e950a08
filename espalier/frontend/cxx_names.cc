#include "espalier/frontend/cxx_names.h"

#include "espalier/frontend/unmodelled.h"

#include <clang/AST/ASTContext.h>
#include <fmt/format.h>

namespace espalier::frontend {

namespace {

/// Whether a class or namespace around a function, or the function itself, declares a name.
bool is_declared_inside(clang::DeclarationName name, const clang::FunctionDecl *function)
{
    for (const clang::Decl *declared : function->decls()) {
        const auto *named = llvm::dyn_cast<clang::NamedDecl>(declared);
        if (named && named->getDeclName() == name)
            return true;
    }
    for (const clang::DeclContext *around = function->getDeclContext(); around;
         around = around->getParent())
        if (!around->isTranslationUnit() && !around->lookup(name).empty())
            return true;
    return false;
}

} // namespace

std::string cxx_name_of(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                        const clang::FunctionDecl *function)
{
    const auto *reference =
        llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    const std::string name = callee->getNameAsString();
    auto refuse = [&](const char *why) {
        throw Unmodelled{DiagnosticKind::unmodelled_call, call->getExprLoc(),
                         fmt::format("`{}` {}", name, why)};
    };
    if (!reference || reference->hasExplicitTemplateArgs())
        refuse("is an instance of a template that is named here");
    if (callee->isInStdNamespace())
        return "std::" + name;
    if (!reference->hasQualifier())
        return name;
    if (!callee->getDeclContext()->getRedeclContext()->isTranslationUnit())
        refuse("is a member of a class or namespace");
    if (is_declared_inside(callee->getDeclName(), function))
        refuse("means another function here without what stands before its name");
    return name;
}

} // namespace espalier::frontend
