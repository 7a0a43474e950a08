#pragma once

#include "espalier/lowering/elements.h"

#include <vector>

namespace espalier::lowering {

/// The elements that each iteration of an innermost loop updates, like q[i] in
///
///     for (j = 0; j < m; j++)
///         q[i] += A[i][j] * p[j];
///
/// and that nothing else in it accesses: scalar replacement has them in variables meanwhile
/// (Callahan, Carr and Kennedy (1990)). Compilers leave these in memory where they do not know
/// that arrays are apart: functions that OpenMP makes of loops have lost what `restrict` said.
/// \return none if the loop has others inside, conditions or guards, or updates more than there are
///         registers
std::vector<Element> replaceable_elements(const program::Program &program, const ast::For &loop);

/// An element that each iteration of a loop has to itself.
struct IterationElement {
    Element element;
    bool is_read_first; ///< before the iteration writes it
};

/// The elements that several statements in an innermost loop write one after the other, like
/// out[i][j] in
///
///     for (j = 0; j < m; j++) {
///         out[i][j] = 0;
///         out[i][j] += w[0] * in[i - 1][j];
///         out[i][j] += w[1] * in[i + 1][j];
///     }
///
/// another one in each iteration, and that nothing else in it accesses. Those of arrays that are
/// not used behind the region stay: if nobody reads these then, compilers say so of their
/// variables.
/// \return as replaceable_elements()
std::vector<IterationElement> elements_of_iterations(const program::Program &program,
                                                     const ast::For &loop);

/// The elements that an innermost loop reads in each iteration, like d[i][k] in
///
///     for (j = 0; j < k; j++)
///         d[i][j] = d[i][k] + d[k][j] < d[i][j] ? d[i][k] + d[k][j] : d[i][j];
///
/// of arrays that it writes other elements of: compilers would read them each time.
/// \return none if the loop has others inside, or conditions, or there are more than registers
std::vector<Element> invariant_elements(const program::Program &program, const ast::For &loop);

/// The same of all arrays: for vectors that are written out, which compilers do not see in loops
/// for threads that they could keep such elements for.
std::vector<Element> fixed_elements(const program::Program &program, const ast::For &loop);

/// The elements that those iterations of an innermost loop read in which a guard holds, as
/// next[i][k] in
///
///     for (j = 0; j < k; j++)
///         if (d[i][k] + d[k][j] < d[i][j])
///             next[i][j] = next[i][k];
///
/// and that the loop does not write.
/// \return none if the loop has others inside, or conditions, or there are more than registers
std::vector<Element> guarded_invariants(const program::Program &program, const ast::For &loop);

} // namespace espalier::lowering
