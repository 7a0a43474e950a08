#pragma once

#include "espalier/program/program.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace espalier::strategies {

/// A statement in two loops that goes once through the elements of matrices, as in y = A x: nothing
/// but their rows and columns is used again. Its loops are one over rows, and one over the columns,
/// whose iterations use elements beside each other in memory.
struct MatrixPass {
    std::size_t column_loop;        ///< 0 or 1: of the loops around the statement, outermost first
    std::set<std::size_t> matrices; ///< positions in Program::arrays
    std::size_t row_sums = 0;       ///< elements that it writes in each iteration of a row
    bool sums_columns = false;      ///< it writes an element for each column, in all rows

    std::size_t row_loop() const { return 1 - column_loop; }
};

/// What the passes in a nest do together.
struct NestPasses {
    std::set<std::size_t> matrices;
    std::size_t row_sums = 0;
    bool sums_columns = false;

    bool is_none() const { return matrices.empty(); }
    bool has_sums() const { return row_sums > 0 || sums_columns; }
    bool shares_matrix(const NestPasses &other) const
    {
        return std::ranges::any_of(
            matrices, [&](std::size_t array) { return other.matrices.contains(array); });
    }
    void add(const MatrixPass &pass)
    {
        matrices.insert(pass.matrices.begin(), pass.matrices.end());
        row_sums += pass.row_sums;
        sums_columns = sums_columns || pass.sums_columns;
    }
};

/// \param row_scalars  positions in Program::arrays: those of which each row has an element
/// \return nothing if a statement is no pass through matrices: it is not in two loops, a subscript
///         depends on both loops, no element is used only once, or another scalar is written; or if
///         different matrices have their rows in different loops
std::optional<MatrixPass> matrix_pass(const program::Program &program,
                                      const program::Statement &statement,
                                      const std::set<std::size_t> &row_scalars = {});

/// The passes among the statements of a program, by their names: those in two loops.
/// \param row_scalars  as in matrix_pass
/// \return nothing if a statement in two loops or more is no pass, or no pass has sums
std::optional<std::map<std::string, MatrixPass>>
matrix_passes(const program::Program &program, const std::set<std::size_t> &row_scalars);

} // namespace espalier::strategies
