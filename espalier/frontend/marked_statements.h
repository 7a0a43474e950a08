#pragma once

#include "espalier/frontend/expansions.h"
#include "espalier/frontend/source_text.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <vector>

namespace espalier::frontend {

/// What `#pragma scop` and `#pragma endscop` enclose.
struct MarkedRange {
    TextRange range;
    clang::SourceLocation begin;
};

/// What the marks in the main file enclose, in the order of the text.
/// \throws Error{unbalanced_marks}
std::vector<MarkedRange> marked_ranges(const Directives &directives,
                                       const clang::SourceManager &sources);

/// Statements that follow each other in a function.
struct MarkedStatements {
    const clang::FunctionDecl *owner; ///< null if the range is in no function
    std::vector<const clang::Stmt *> statements;
};

/// The statements that begin and end in a range of the main file's text: all of a block, or the
/// loop that is the body of another statement, without braces.
/// \param functions  where to look for them
/// \throws Error{unbalanced_marks} if the range cuts through a statement
MarkedStatements statements_in(const TextRange &range,
                               const std::vector<const clang::FunctionDecl *> &functions,
                               const clang::SourceManager &sources, const Expansions &expansions);

} // namespace espalier::frontend
