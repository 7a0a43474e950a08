#pragma once

#include "espalier/frontend/frontend.h"
#include "espalier/frontend/source_text.h"

#include <clang/AST/ASTContext.h>

#include <vector>

namespace espalier::frontend {

/// The outermost steady loops in the functions of a file, in the order of the text: those that do
/// nothing to memory, in functions of the file that they call as well, but to store real numbers
/// and pointers, and integers in local variables whose addresses nobody has. They call no other
/// functions but pure ones, and are only left where they end. Empty for C++.
///
///     while (change > 1e-9) {           // steady
///         multiply(matrix, x, y);       // for (k = row[i]; k < row[i + 1]; k++)
///         change = step(n, x, y);       //     s += value[k] * x[column[k]];
///     }
std::vector<SteadyLoop> steady_loops(const clang::ASTContext &ast, const Directives &directives);

} // namespace espalier::frontend
