#pragma once

#include "espalier/program/contraction.h"

#include <isl/cpp.h>

#include <cstddef>
#include <vector>

namespace espalier::schedule {

/// The eight innermost loops of a contraction that runs in blocks, outermost first: those around
/// the blocks by the names that they have in K. Goto and R. van de Geijn, Anatomy of
/// High-Performance Matrix Multiplication (2008), and F. Van Zee and R. van de Geijn, BLIS (2015).
enum BlockLoop : std::size_t {
    jc_loop,     ///< over panels of columns
    pc_loop,     ///< over groups of steps
    ic_loop,     ///< over blocks of rows
    jr_loop,     ///< over columns that fit into registers
    ir_loop,     ///< over rows that fit into registers
    step_loop,   ///< over steps
    row_loop,    ///< over rows
    column_loop, ///< over columns
    block_loops, ///< how many these are
};

/// Blocks for registers and each level of cache, innermost first: rows * columns elements of the
/// target stay in registers for `steps` steps, while as many elements of each operand by column
/// stay in the first-level cache; `block_rows` rows of operands by row stay in the second-level
/// cache, and `panel_columns` columns of operands by column in the last one.
struct BlockSizes {
    long rows;
    long columns; ///< a multiple of `lanes`
    long lanes;   ///< elements of a vector
    long steps;
    long block_rows;    ///< a multiple of `rows`
    long panel_columns; ///< a multiple of `columns`
};

/// What a kernel executes in the innermost loops of a statement, which are those of BlockLoop.
struct Blocking {
    program::Contraction contraction; ///< that the statement is
    BlockSizes sizes;
    /// { S[i] -> [a] }: the subscripts of the target, of which layouts may reuse the elements in
    /// whole blocks only.
    std::vector<isl::pw_aff> element = {};
};

} // namespace espalier::schedule
