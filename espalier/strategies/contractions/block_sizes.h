#pragma once

#include "espalier/machine/machine.h"
#include "espalier/program/contraction.h"
#include "espalier/schedule/blocking.h"

#include <cstddef>
#include <optional>

namespace espalier::strategies {

using schedule::BlockSizes;

/// What decides how a contraction is blocked.
struct ContractionShape {
    std::size_t element_size;      ///< bytes
    std::size_t by_row, by_column; ///< how many operands there are
    /// How often each loop runs at most, at least once, where a constant bounds it.
    std::optional<long> rows = {}, columns = {}, steps = {};
};

/// Lengths of loops are those for any values of the symbolic constants that the region runs with.
ContractionShape shape_of(const program::Program &program, const program::Statement &statement,
                          const program::Contraction &contraction);

/// Whether constants bound all three loops by so little that packing takes longer than it saves:
/// compilers unroll such loops, in place, with vectors that fit their lengths.
bool is_tiny(const ContractionShape &shape);

/// Whether a target of constant size has no room for a block of registers, though the loops over it
/// have no constant bounds: code for whole blocks would reach beyond it, as compilers see.
bool is_narrower_than_blocks(const machine::Machine &machine, const program::Array &target,
                             const ContractionShape &shape);

/// What a panel of operands by column may take of the stack of each thread, bytes.
constexpr long thread_panel = 1L << 20;

/// What one of several panels may take of the program's stack, if there is one of each at a time,
/// bytes. Compilers that do not optimize give each its own place.
long program_panel(std::size_t panels);

/// The sizes of blocks with the fewest loads for each operation among those that the registers can
/// hold, and of the blocks around them by what the caches hold; loops whose lengths are known are
/// divided evenly.
/// \param threads      that share the blocks of rows
/// \param panel_bytes  of a panel, at most: for each one the rows are packed again
BlockSizes block_sizes(const machine::Machine &machine, const ContractionShape &shape,
                       std::size_t threads, long panel_bytes = thread_panel);

/// The same, with panels of columns of which each of some threads gets as many.
BlockSizes with_shared_panels(BlockSizes sizes, const ContractionShape &shape, std::size_t threads);

/// Sizes of blocks that begin where rows and columns of panels end, which are of so many steps.
BlockSizes starting_at(BlockSizes sizes, long steps);

} // namespace espalier::strategies
