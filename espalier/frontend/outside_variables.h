#pragma once

#include "espalier/frontend/function_usage.h"
#include "espalier/program/outside_variable.h"

#include <clang/AST/ASTContext.h>

#include <optional>
#include <string_view>
#include <vector>

namespace espalier::frontend {

/// The variables and parameters that are declared before a region where it can name them, in the
/// order of their declarations; of those of one name, the innermost.
/// \param text  of the region
/// \pre The function has no directives of its own ahead of the region, or in it (has_directives()).
/// \return nothing where code for the region cannot be in a function of its own ahead of this one:
///         in C++, in functions with types of their own, and in `inline` ones that other files see
std::optional<std::vector<program::OutsideVariable>>
outside_variables(const clang::ASTContext &ast, const FunctionUsage &function,
                  const FunctionUsage::Region &region, std::string_view text);

} // namespace espalier::frontend
