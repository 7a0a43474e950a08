#pragma once

#include "espalier/frontend/bodies.h"

namespace espalier::frontend {

/// The operands of the sum that a subscript's terms are, as far as none wraps around.
std::vector<AccessPath::Term> summands_of(const AccessPath::Dimension &dimension);

/// The tree of a subscript that data may be part of: what a pointer adds, and its own terms.
/// \param bodies  makes the trees of terms, and collects what they read
/// \throws Unmodelled
program::ExpressionPtr subscript_tree(const AccessPath::Dimension &dimension, const Scope &scope,
                                      const isl::set &domain, Model &model,
                                      PolynomialExtractor &polynomials, BodyExtractor &bodies);

} // namespace espalier::frontend
