#pragma once

#include "espalier/frontend/source_text.h"
#include "espalier/frontend/usage.h"

#include <clang/AST/ASTContext.h>

#include <map>
#include <vector>

namespace espalier::frontend {

/// The variables with static storage that no pointer leads to: their names are known in the file
/// alone, whose text only reads and writes their values, elements and members, and does not name
/// them where conditions of the preprocessor leave it out: other compilers may take other branches.
/// Empty for C++, where references need no `&`.
///
///     static double weights[9], table[9];      s += weights[k] * first(table);   ->   weights
VariableSet statics_out_of_reach(const clang::ASTContext &ast, const Directives &directives);

/// Where a file names some variables.
std::map<const clang::VarDecl *, std::vector<clang::SourceLocation>>
places_of_names(const clang::ASTContext &ast, const VariableSet &variables);

} // namespace espalier::frontend
