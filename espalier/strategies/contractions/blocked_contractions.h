#pragma once

#include "espalier/machine/machine.h"
#include "espalier/schedule/blocking.h"
#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// An array that got elements for each iteration of some loops (transform::expanded).
struct ExpandedArray {
    std::string name;
    std::size_t loops;
};

/// A contraction that shares a loop with other statements: its outermost one.
struct SharedLoop {
    std::string statement; ///< label
    long steps;            ///< the steps that the contraction takes in an iteration of it
};

/// The threads that share the work.
struct BlockThreads {
    std::size_t count = 1; ///< 1: nothing runs in parallel
    /// The loop whose iterations they share; nothing: the outermost one around those that block the
    /// contraction, or the ic loop if there is none around.
    std::optional<schedule::BlockLoop> loop = schedule::ic_loop;
};

/// A statement whose innermost loops are those of BlockLoop, for a kernel to execute.
struct BlockedContraction : schedule::Blocking {
    std::string statement = {}; ///< label
};

/// The statements of a control part with loops that say so (LoopRole::blocking).
std::vector<BlockedContraction> blocked_contractions_in(const transform::MatrixView &view);

/// Gives a contraction the loops that block it, inside of those that it shares with other
/// statements and in place of its own:
///   for i, j, k: C[i][j] += ...
///     ->  for panels of j, steps of k, blocks of i, strips of j, rows of i:
///             for k, i, j: C[i][j] += ...
/// None of the new loops runs in parallel; the outermost one says what a kernel is to execute.
/// \param label  of a statement
/// \return nothing if it is no contraction, has only some of its instances, stands alone in no
///         loop, or shares one that it has in the source for its rows, columns or steps
std::optional<transform::MatrixView> with_blocks(transform::MatrixView view,
                                                 const std::string &label,
                                                 const schedule::BlockSizes &sizes);

/// What kernels do with blocks, for people.
std::string description_of(const std::vector<BlockedContraction> &blocks);

/// What keeps the blocks of a contraction from being executed by a kernel, since something was
/// changed after with_blocks; nothing if all is as it was, or has changed as blocks may: loops
/// around blocks may have got other loops around and run in parallel, and the target may have lost
/// elements of other blocks.
std::optional<std::string> change_of_blocks(const transform::MatrixView &view,
                                            const BlockedContraction &block);

/// A control part with contractions in blocks.
struct WithBlocks {
    transform::MatrixView view;
    std::string steps; ///< of a script, a line each
};

/// Each contraction that stands alone in its outermost loop, or inside one that it shares, gets the
/// loops that libraries of linear algebra use: tiles for all levels of cache, the values that are
/// used again and again packed in the order of their use, and blocks of the target for registers
/// (LoopRole::blocking). Inside, steps of the sum are outside of the rows and columns of a block.
/// \param view      whose other statements stay as they are
/// \param expanded  what accesses this array is executed tile by tile, so that the array has no
///                  more elements than a tile needs; empty if there is none
/// \param shared    contractions inside of loops that they share
/// \param threads   share the tiles of what is executed tile by tile, and of other contractions the
///                  iterations of the loop that is named
/// \return nothing if there is no such contraction, or no constant that bounds what a tile needs
std::optional<WithBlocks> blocked_contractions(const transform::MatrixView &view,
                                               const std::optional<ExpandedArray> &expanded,
                                               const std::vector<SharedLoop> &shared,
                                               const machine::Machine &machine,
                                               const BlockThreads &threads);

} // namespace espalier::strategies
