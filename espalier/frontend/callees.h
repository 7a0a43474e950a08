#pragma once

#include "espalier/frontend/expansion_names.h"
#include "espalier/frontend/source_text.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <optional>
#include <string>

namespace espalier::frontend {

/// How many statements and expressions there are in one, with itself.
std::size_t parts_of(const clang::Stmt *statement);

/// Finds out which functions can be put in place of calls of them.
class Callees {
public:
    Callees(const clang::ASTContext &ast, const Directives &directives, const ExpansionNames &names)
        : ast_(ast), directives_(directives), names_(names)
    {
    }

    /// The definition of what a call executes, if it can take the place of the call; else null.
    /// That goes for the function by itself; what stands in its body is for TreeCopy to tell.
    const clang::FunctionDecl *expandable(const clang::CallExpr *call);

    /// Whether all names in the body of `callee` mean the same at the start of `caller` as there.
    bool means_the_same_in(const clang::FunctionDecl *callee,
                           const clang::FunctionDecl *caller) const;

    /// Whether a function changes more than its own variables, by what its body says itself.
    bool changes_memory(const clang::FunctionDecl *callee) const;

private:
    bool is_fit(const clang::FunctionDecl *definition);
    bool calls_itself(const clang::FunctionDecl *definition) const;
    bool has_pragma(const clang::FunctionDecl *definition) const;
    bool has_known_calls_only(const clang::Stmt *body);
    bool is_seen_from(const clang::NamedDecl *declared, const clang::FunctionDecl *caller) const;
    bool is_seen_from(clang::QualType type, const clang::FunctionDecl *caller) const;

    const clang::ASTContext &ast_;
    const Directives &directives_;
    const ExpansionNames &names_;
    std::map<const clang::FunctionDecl *, bool> fit_;
};

} // namespace espalier::frontend
