#pragma once

#include "espalier/frontend/bodies.h"

namespace espalier::frontend {

/// The tree of a subscript that data may be part of: what a pointer adds, and its own terms.
/// \param bodies  makes the trees of terms, and collects what they read
/// \throws Unmodelled
program::ExpressionPtr subscript_tree(const AccessPath::Dimension &dimension, const Scope &scope,
                                      const isl::set &domain, Model &model,
                                      PolynomialExtractor &polynomials, BodyExtractor &bodies);

} // namespace espalier::frontend
