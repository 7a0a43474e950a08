#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// A region of matrix-vector work, blocked for registers: nests of two loops that go through
/// matrices of which they use each element once, so that memory is to be what they wait for.
///  - Loops over columns, whose elements are beside each other, run innermost.
///  - Nests that read the same matrix become one, and the matrix is read once for all of them.
///  - The rows are worked on in strips: sums along several of them do not wait for each other, and
///    sums along columns are loaded and stored once for all rows of a strip. Columns that not all
///    of these rows have, or that depend on other rows of the strip, as in the blocks on the
///    diagonal of a triangular system, are left to each row.
///  - In parallel, sums along rows run on the threads by strips of rows, and sums along columns by
///    blocks of columns. Where both read the same matrix, each kind has a nest of its own if there
///    are enough cores to make up for reading it twice; otherwise threads pass the sums along rows
///    on from block to block (with_waves).
/// All sums keep their order.
/// \param program   in its own order
/// \param parallel  whether loops may run in parallel
/// \param rows      of a strip, 2 or more; nothing: as many as the registers have room for
/// \return legal; nothing if the region is something else, or the dependences do not permit it
std::optional<Candidate> row_blocked(const program::Program &program,
                                     const dependence::Dependences &dependences,
                                     const machine::Machine &machine, bool parallel,
                                     std::optional<long> rows = {});

/// As many rows as the registers have room for.
Strategy row_blocking();

} // namespace espalier::strategies
