#pragma once

#include "espalier/lowering/code.h"

#include <optional>
#include <vector>

namespace espalier::lowering {

/// What vectors do of a loop, and the rows that it goes along.
struct WithVectors {
    VectorLoop loop;           ///< without what is left of the iterations
    std::vector<Element> rows; ///< elements of its first column, in the lines that are read
};

/// An innermost loop over the columns of several rows, with sums along the rows, for vectors of
/// columns; what else it computes is independent between its iterations:
///
///     for c: { q[0] += A[0][c] * p[c]; ...; q[3] += A[3][c] * p[c]; }
///       ->  for four columns c, ..., c + 3 at a time:
///               terms of each row in a vector; transposed; added to the vector of sums, a column
///               after the other
///
/// All sums keep their order, and are in registers while the loop runs.
/// \param loop  of which iterations depend on each other by `x += e` and `x -= e` only, where
///              nothing else in the loop accesses x
/// \return nothing if the loop computes something else, or has not as many rows as vectors have
///         lanes
std::optional<WithVectors> with_vector_sums(const program::Program &program, const ast::For &loop,
                                            Temporaries &names);

/// An innermost loop with independent iterations over the columns of rows that are in a cache.
/// While it runs, memory has nothing to do but to deliver half of the rows of the next strip; the
/// processor itself notices the other half in time when they are read.
/// \param strips  the loop around it, over strips of rows
/// \param cached  elements of the first column in these rows
/// \return nothing if the loop reads rows that are not cached, or computes something else than
///         sums, differences, products and quotients
std::optional<VectorLoop> with_vectors_and_prefetches(const program::Program &program,
                                                      const ast::For &loop, const ast::For &strips,
                                                      const std::vector<Element> &cached,
                                                      Temporaries &names);

/// An innermost loop with independent iterations in vectors of so many bytes, whatever compilers
/// would choose.
/// \param bytes  a power of two, no less than a number has
/// \return nothing if the loop computes something else than sums, differences, products and
///         quotients of numbers that are next to each other
std::optional<VectorLoop> in_narrow_vectors(const program::Program &program, const ast::For &loop,
                                            long bytes, Temporaries &names);

/// Has vectors take elements from the variables that they are in.
void take_from(const std::vector<ScalarReplacement::Variable> &variables, VectorLoop &loop);

} // namespace espalier::lowering
