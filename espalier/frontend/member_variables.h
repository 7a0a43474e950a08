#pragma once

#include "espalier/frontend/expansion_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <set>

namespace espalier::frontend {

/// Puts variables for their members in place of structures that loops of a function declare with
/// values, and that nothing names but the bodies of functions in place of calls:
///
///     for (...) {                                       for (...) {
///         struct matrix m = {n, x + k * n};                 int m_n = n; double *m_x = x + k * n;
///         { ... m.x[i * m.n + j] ... }           ->         { ... m_x[i * m_n + j] ... }
///     }                                                 }
///
/// What is known of numbers and pointers is known of members, then. Members are numbers and
/// pointers, and each has its value in the declaration.
/// \param blocks  in place of calls: what else names a structure might be part of a region in which
///                its declaration is not
/// \param names   entered for `function`; of the new variables
void split_structures(clang::FunctionDecl *function, const std::set<const clang::Stmt *> &blocks,
                      ExpansionNames &names, clang::ASTContext &ast);

} // namespace espalier::frontend
