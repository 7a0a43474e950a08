#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/strategies/strategy.h"
#include "espalier/transform/matrix_view.h"

#include <optional>

namespace espalier::strategies {

///   for r: for i: for j: A[i][j] += f(r, i, j);   ->   for i: for j: for r: A[i][j] += f(r, i, j);
/// Turns nests inside out of which the outer loops only add to the same elements, as in
/// convolutions with the weights outside, and fuses them with what is in front of them in the same
/// loops, such as what sets the elements to zero. An element is then finished before the next one.
/// \param program       in its own order
/// \param dependences   of the program
/// \return legal; nothing if there is no such nest, or its loops have to stay
std::optional<transform::MatrixView> with_sums_inside(const program::Program &program,
                                                      const dependence::Dependences &dependences);

/// Such an order; loops over elements run in vectors, and the sums inside are written out where
/// they are short.
Strategy sums_inside();

} // namespace espalier::strategies
