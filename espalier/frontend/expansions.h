#pragma once

#include "espalier/frontend/source_text.h"

#include <clang/AST/ASTContext.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace espalier::frontend {

class ExpansionNames;

/// What a syntax tree has in place of calls (expand_calls).
struct Expansions {
    /// A call that the tree has no more.
    struct Call {
        const clang::FunctionDecl *caller, *callee;
        clang::SourceLocation where;
    };
    std::vector<Call> calls;
    /// Blocks in place of statements with calls. What is in them need not stand in the text of the
    /// function around; they begin and end where the statement does.
    std::set<const clang::Stmt *> blocks;
    std::set<std::string> new_names;       ///< of variables that the file does not have
    std::shared_ptr<ExpansionNames> names; ///< holds them
};

/// Puts the bodies of functions in place of calls of them, in the functions of the main file:
///
///     for (...) axpy(n, a[i], x, y + k);
///       ->  for (...) { double *y_1 = y + k; for (int j = 0; j < n; j++) y_1[j] += a[i] * x[j]; }
///     b[i] = limit(a[i], 0, 1);
///       ->  b[i] = a[i] < 0 ? 0 : a[i] > 1 ? 1 : a[i];
///     double s = dot(n, a[i], x);
///       ->  double dot_1; { double sum = 0; for (...) ...; dot_1 = sum; } double s = dot_1;
///
/// Values are put into expressions where they are short, and bodies in place of statements in
/// loops. The names of variables are unique in the function. Calls stay where that would be long,
/// change the order of side effects, or change what names mean.
Expansions expand_calls(clang::ASTContext &ast, const Directives &directives);

} // namespace espalier::frontend
