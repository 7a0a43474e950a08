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

    /// Whether something that the function entered last declares has the name of something else: in
    /// C, tags of structures have names apart.
    bool is_hidden(const clang::NamedDecl *declared) const;

    /// The name of `variable` where it cannot be mistaken for another one in the function entered
    /// last; else a new one: "x", "x_1".
    clang::IdentifierInfo *name_for(const clang::VarDecl *variable);

    /// A new name: "wish_1".
    clang::IdentifierInfo *name_after(const std::string &wish);

    /// All that are not in the file.
    const std::set<std::string> &made() const { return made_; }

private:
    void take(const clang::NamedDecl *local);
    bool has_tags_apart() const { return !ast_.getLangOpts().CPlusPlus; }
    bool is_free(const std::string &name) const;

    const clang::ASTContext &ast_;
    clang::IdentifierTable identifiers_; ///< of those made
    std::set<std::string> locals_;       ///< of the function entered last, those given included
    std::set<std::string> tags_;         ///< of its own structures, in C
    std::set<std::string> made_;
};

} // namespace espalier::frontend
