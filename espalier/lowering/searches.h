#pragma once

#include "espalier/lowering/code.h"

#include <optional>
#include <vector>

namespace espalier::lowering {

/// What a loop is to be looked through for, and what iterations read that are like that.
struct Sought {
    std::vector<Instance> before;     ///< that compute what the condition reads
    Instance instance;                ///< of a statement
    program::ExpressionPtr condition; ///< a part of it
    ast::ExpressionPtr behind;        ///< as Search has it
    std::vector<Element> invariants;  ///< the same for all iterations, and not written
};

/// An innermost loop in vectors that does something only where data say so, and then reads elements
/// that are the same in all iterations:
///
///     for (j ...) if (x[j] < y[j]) { y[j] = x[j]; z[j] = q; }
///
/// Compilers cannot read q in front of the loop, since it need not be there, and vectors cannot
/// read it for some of their lanes. Where one iteration reads it, all may.
/// \return nothing for other loops, as those whose condition calls functions
std::optional<Sought> sought_in(const program::Program &program, const ast::For &loop);

} // namespace espalier::lowering
