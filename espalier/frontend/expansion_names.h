#pragma once

#include "espalier/frontend/usage.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/IdentifierTable.h>

#include <set>
#include <string>

namespace espalier::frontend {

/// Names for variables that come into functions with the bodies of others.
class ExpansionNames {
public:
    explicit ExpansionNames(const clang::ASTContext &ast)
        : ast_(ast), identifiers_(clang::LangOptions())
    {
    }

    /// The names that a function declares itself are taken from here on.
    void enter(const clang::FunctionDecl *function);

    /// Whether the function entered last has a variable or parameter of a name.
    bool is_local(llvm::StringRef name) const { return locals_.contains(name.str()); }

    /// The name of `variable` where it cannot be mistaken for another one in the function entered
    /// last; else a new one: "x", "x_1".
    clang::IdentifierInfo *name_for(const clang::VarDecl *variable);

    /// A new name: "wish_1".
    clang::IdentifierInfo *name_after(const std::string &wish);

    /// All that are not in the file.
    const std::set<std::string> &made() const { return made_; }

private:
    bool is_free(const std::string &name) const;

    const clang::ASTContext &ast_;
    clang::IdentifierTable identifiers_; ///< of those made
    std::set<std::string> locals_;       ///< of the function entered last, those given included
    std::set<std::string> made_;
};

} // namespace espalier::frontend
