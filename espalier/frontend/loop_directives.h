#pragma once

#include "espalier/frontend/frontend.h"
#include "espalier/frontend/source_text.h"

#include <clang/AST/ASTContext.h>

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::frontend {

/// Gives the loops of a nest, whose text is `range`, the directives that stand right before them or
/// their labels.
void attach_directives(const clang::ASTContext &ast, const Directives &directives,
                       const TextRange &range, program::Nest &nest);

/// The places of the loops in a text that `#pragma pencil independent` stands right before.
std::vector<SourcePlace> independent_loops(const clang::ASTContext &ast,
                                           const Directives &directives, const TextRange &range);

/// Where the directives begin that lead to the text at `offset`; `offset` if there are none.
std::size_t begin_with_directives(const clang::ASTContext &ast, const Directives &directives,
                                  std::size_t offset);

/// The text of a range without directives for loops, and without the lines on which they stand.
std::string text_without_directives(const clang::ASTContext &ast, const Directives &directives,
                                    const TextRange &range);

/// Adds a remark for each directive that no loop of a region has.
void report_unused(const clang::ASTContext &ast, const Directives &directives,
                   Extraction &extraction);

} // namespace espalier::frontend
