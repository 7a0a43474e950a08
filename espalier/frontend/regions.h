#pragma once

#include "espalier/frontend/expansions.h"
#include "espalier/frontend/frontend.h"
#include "espalier/frontend/source_text.h"

#include <clang/AST/ASTContext.h>

namespace espalier::frontend {

/// Finds the regions of a parsed file, and adds them and the remarks to `extraction`.
/// \throws Error{unbalanced_marks}
void find_regions(const clang::ASTContext &ast, const Directives &directives,
                  const Expansions &expansions, const Options &options,
                  const presburger::Context &context, Extraction &extraction);

} // namespace espalier::frontend
