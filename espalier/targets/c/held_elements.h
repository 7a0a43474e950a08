#pragma once

#include "espalier/targets/c/c_printer.h"

#include <string>
#include <vector>

namespace espalier::targets {

/// An element of an array that is in a variable while a loop runs.
struct HeldElement {
    std::string element; ///< as the code names it
    std::string type;
};

/// The elements that each iteration of an innermost loop updates, like q[i] in
///
///     for (j = 0; j < m; j++)
///         q[i] += A[i][j] * p[j];
///
/// and that nothing else in it accesses. Compilers leave these in memory where they do not know
/// that arrays are apart: functions that OpenMP makes of loops have lost what `restrict` said.
/// \return none if the loop has others inside, or conditions
std::vector<HeldElement> held_elements(CPrinter &printer, const program::Program &program,
                                       const ast::For &loop);

} // namespace espalier::targets
