#pragma once

#include "espalier/targets/c/c_printer.h"

#include <optional>
#include <set>
#include <string>

namespace espalier::targets {

/// How far lines of code are indented.
struct Layout {
    std::string indentation; ///< of the first line
    std::string unit;        ///< of each level
};

/// The part of a loop that vectors do. What is left of the iterations is for a copy of the loop.
struct VectorLoop {
    std::string text;
    std::string rest;           ///< a variable that `text` declares: where the rest begins
    std::set<std::string> rows; ///< what it reads or writes in the first column, as named in it
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
std::optional<VectorLoop> print_sum_loop(CPrinter &printer, const program::Program &program,
                                         const ast::For &loop, const Layout &layout);

/// An innermost loop with independent iterations over the columns of rows that are in a cache.
/// While it runs, memory has nothing to do but to deliver half of the rows of the next strip; the
/// processor itself notices the other half in time when they are read.
/// \param strips  the loop around it, over strips of rows
/// \param cached  elements of the first column in these rows, as the code names them
/// \return nothing if the loop reads rows that are not cached, or computes something else than
///         sums, differences, products and quotients
std::optional<VectorLoop> print_cached_loop(CPrinter &printer, const program::Program &program,
                                            const ast::For &loop, const Layout &layout,
                                            const ast::For &strips,
                                            const std::set<std::string> &cached);

} // namespace espalier::targets
