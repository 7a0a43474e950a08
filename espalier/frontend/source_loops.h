#pragma once

#include "espalier/frontend/frontend.h"

#include <clang/AST/ASTContext.h>

#include <vector>

namespace espalier::frontend {

/// The functions that the main file defines, in its order; of templates, what they are made from.
std::vector<const clang::FunctionDecl *> functions_of(const clang::ASTContext &ast);

/// All loops in these functions, in the order of the text: `for`, `while` and `do`.
std::vector<SourceLoop> source_loops(const clang::ASTContext &ast);

} // namespace espalier::frontend
