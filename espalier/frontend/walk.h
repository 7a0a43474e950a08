#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <functional>

namespace espalier::frontend {

/// What to call on the way through a statement, from outside in, in the order of the source.
struct Steps {
    /// At each statement and expression; the way does not lead into those that it says no to.
    std::function<bool(const clang::Stmt &)> enter;
    std::function<void(const clang::Stmt &)> leave = {};
    std::function<void(const clang::VarDecl &)> declare = {};
};

/// Goes through a statement and all that is in it: statements, expressions, those in types as well.
/// \param statement  may be null
void walk(const clang::Stmt *statement, const Steps &steps);

} // namespace espalier::frontend
