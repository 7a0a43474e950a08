#pragma once

#include "espalier/ast/ast.h"
#include "espalier/machine/loop_position.h"

#include <vector>

namespace espalier::machine {

/// Where a loop is looked into: from the sums at these two places, cubic polynomials in the
/// iterator have their exact mean.
constexpr double first_place = 0.2113, second_place = 0.7887;

/// An iteration, and the part of all that it stands for.
struct SampledIteration {
    long offset; ///< iterations before it
    double weight;
};

/// Iterations of a loop to look into: two of all those, or many, in which the same conditions on
/// loops hold; of the largest group first. Weights have the sum 1.
/// \param count     of iterations; greater than 0
/// \param position  in the loop, which is the innermost one there; it stays in it
/// \throws NumberTooLarge
std::vector<SampledIteration> sampled_iterations(const ast::For &loop, long count,
                                                 LoopPosition &position);

} // namespace espalier::machine
