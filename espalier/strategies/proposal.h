#pragma once

#include "espalier/strategies/contractions/block_sizes.h"
#include "espalier/strategies/contractions/contraction.h"
#include "espalier/transform/scop.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// The innermost rows of a contraction in loops that block it.
enum BlockRow : std::size_t {
    panel_row,  ///< over panels of columns
    steps_row,  ///< over groups of steps
    block_row,  ///< over blocks of rows
    strip_row,  ///< over columns that fit into registers
    rows_row,   ///< over rows that fit into registers
    step_row,   ///< over steps
    inner_row,  ///< over rows
    column_row, ///< over columns
    block_rows, ///< how many these are
};

/// A contraction in loops that block it: its innermost rows are those of BlockRow.
struct BlockedContraction {
    std::string statement; ///< label
    Contraction contraction;
    BlockSizes sizes;
    /// { S[i] -> [a] }: the subscripts of the target, of which layouts may reuse the elements in
    /// whole blocks only.
    std::vector<isl::pw_aff> element = {};
};

/// What a strategy would make of a region. Whether it is legal is for a check to tell, and whether
/// it pays for an estimate.
struct Proposal {
    transform::Scop scop;    ///< rows say which loops run in parallel or in vector lanes
    std::string description; ///< what was done, for people
    /// Statements that are to be executed block by block, in registers.
    std::vector<BlockedContraction> blocks = {};
    /// The innermost vector loops find their data in a cache: with_vector_rows pays.
    bool has_vector_rows = false;
    /// By a model of the strategy's own, which knows more of such nests than the estimate, it pays.
    bool has_model = true;
    bool has_vectors_in_recurrences = false; ///< the loops around vector loops carry dependences
    /// The program that `scop` is of, in its own order, if that is not the region's, but does the
    /// same.
    std::optional<program::Program> equal_program = {};
    std::string script = {}; ///< that makes it of the order that the strategy was given
};

} // namespace espalier::strategies
