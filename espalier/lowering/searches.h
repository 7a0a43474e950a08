#pragma once

#include "espalier/lowering/code.h"

#include <optional>
#include <vector>

namespace espalier::lowering {

/// A loop that is looked through first.
struct SearchedLoop {
    Search search;                 ///< without what runs behind it
    ast::For rest;                 ///< that: the loop from the iteration on that was found
    std::vector<Element> elements; ///< the same for all its iterations, to be read in front of it
};

/// An innermost loop in vectors that does something only where data say so, and then reads elements
/// that are the same in all iterations:
///
///     for (j ...) if (x[j] < y[j]) { y[j] = x[j]; z[j] = q; }
///
/// Compilers cannot read q in front of the loop, since it need not be there, and vectors cannot
/// read it for some of their lanes. Where one iteration reads it, all may.
/// \return nothing for other loops, as those whose condition calls functions
std::optional<SearchedLoop> searched(const program::Program &program, const ast::For &loop,
                                     Temporaries &names);

} // namespace espalier::lowering
