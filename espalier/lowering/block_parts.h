#pragma once

#include "espalier/schedule/blocking.h"
#include "espalier/transform/matrix_view.h"

#include <isl/cpp.h>

namespace espalier::lowering {

/// { [t] -> [t_k] }
isl::pw_aff coordinate(const isl::space &space, std::size_t position);

/// { [b, k, i, j] } of a set { [b, i, j] } or { [b, k] } by dimensions that may be anything.
isl::set with_any(const isl::set &set, unsigned position, unsigned count);

/// The instances of a blocked contraction, taken apart by what kernels can execute: steps that all
/// places in a block have, or, where there are none, all elements of it, and the others. Times are
/// { [b, k, i, j] }: the rows over blocks, then over steps, rows and columns.
class BlockParts {
public:
    /// \param statement  whose innermost rows run through a block: steps, rows and columns
    /// \param source     that it executes
    BlockParts(const transform::Statement &statement, const program::Statement &source,
               const schedule::BlockSizes &sizes);

    const transform::Statement &statement() const { return statement_; }
    const program::Statement &source() const { return source_; }
    const schedule::BlockSizes &sizes() const { return sizes_; }
    unsigned outer() const { return outer_; }              ///< how many rows run over blocks
    const isl::set &times() const { return times_; }       ///< { [b, k, i, j] }
    const isl::set &elements() const { return elements_; } ///< { [b, i, j] }: of each block
    const isl::set &blocks() const
    {
        return blocks_;
    } ///< { [b] }: with steps that all elements have
    const isl::set &whole() const { return whole_; }     ///< { [b] }: of these, with all elements
    const isl::set &partial() const { return partial_; } ///< { [b] }: the others

    /// { [b, k, i, j] }: of the steps that not all elements of a block have, those before the
    /// others. In blocks without others, these are before if they are in all blocks.
    isl::set before() const;

    /// { [b, k, i, j] }: likewise, those behind the others.
    isl::set behind() const;

    /// { [b, i, j] }: all elements of each block, also those that are missing.
    isl::set boxes() const;

    /// { [b] -> [k] }: the first step that all elements have.
    isl::pw_aff first_step() const;

    /// { [b] -> [k] }: the last one.
    isl::pw_aff last_step() const;

    /// { [b] -> [b, k, i, j] }: the first step that all elements have, and the element in the first
    /// column and some row of the block.
    isl::pw_multi_aff place(const isl::set &blocks, long row) const;

    /// { X -> [a] }: the subscripts of an access of the contraction, also where it has no
    /// instances.
    /// \param place  { X -> [b, k, i, j] }
    std::vector<isl::pw_aff> subscripts(std::size_t number, const isl::pw_multi_aff &place) const;

    /// { X[b, i, j] -> [a] }: the place of an element in its block.
    std::vector<isl::pw_aff> in_block(const isl::space &space) const;

    /// { [b] -> S[i] }: what kernels execute.
    isl::map instances_of_blocks() const;

    /// { [b] -> [b, x] } of a set { [b, x] }.
    isl::map by_block(const isl::set &set) const;

private:
    isl::set within_tiles(isl::set times) const;
    isl::set on_blocks(const isl::set &set) const;
    bool is_linear() const;
    bool take_steps_of_boxes();
    void take_steps_of_elements();
    isl::set in_corners(const isl::set &set, unsigned count) const;
    isl::multi_aff instance() const;
    isl::map steps_by_block() const;

    transform::Statement statement_;
    program::Statement source_;
    schedule::BlockSizes sizes_;
    unsigned outer_;
    isl::set times_, elements_, steps_, blocks_, whole_, partial_, rest_;
};

} // namespace espalier::lowering
