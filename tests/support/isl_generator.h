#pragma once

#include "espalier/ast/generator.h"

#include <isl/cpp.h>

namespace espalier::test {

/// \name isl's AST generator, as a reference for ours.
/// @{

/// What ast::generate computes, by isl.
ast::NodePtr isl_generate(const schedule::Tree &tree, const ast::Request &request);
ast::NodePtr isl_generate(const isl::union_map &order, const isl::union_map &options,
                          const ast::Request &request);

/// isl's share in it, without the conversions before and after: for measurements.
/// Precondition: `request` has no expressions
isl::ast_node isl_node(const isl::schedule &schedule, const ast::Request &request);

/// The AST that one of isl's stands for; without requested expressions.
ast::NodePtr from_isl(const isl::ast_node &node, const ast::Request &request);
/// @}

} // namespace espalier::test
