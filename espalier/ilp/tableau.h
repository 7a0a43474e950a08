#pragma once

#include "espalier/ilp/constraints.h"
#include "espalier/ilp/row.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace espalier::ilp {

/// The objectives and the variables, each a row, as functions of columns y >= 0, all zero at the
/// current point. At first the columns are the variables. Later they are the constraints and cuts
/// that hold with equality; the other constraints have no row here, so that they cost nothing in an
/// exchange. That all integer points are integer in y is an invariant: constraints and cuts have
/// integer values there.
///
/// Read down the rows, each column is lexicographically positive, so that the current point is the
/// smallest with y >= 0; and each exchange makes it greater.
class Tableau {
public:
    Tableau(std::size_t variables, const std::vector<LinearFunction> &objectives);

    /// The objectives, then the variables.
    std::size_t rows() const { return rows_.size(); }
    std::size_t columns() const { return columns_; }
    const Row &row(std::size_t index) const { return *rows_[index]; }

    /// The current values of the variables.
    Point point() const;

    /// A function of the variables as one of the columns.
    Row in_columns(const Function &function) const;

    /// Demands that a function that is negative at the current point is not: makes it the column
    /// for which the point moves the least.
    /// \return false if no y satisfies it
    bool make_zero(const Row &row);

    /// Demands that a function is zero: makes it a column, and drops this.
    /// \return false if it is zero at no integer y >= 0
    bool fix(Row row);

    /// A cut from the first row that is no integer; nothing if all are. To make it zero moves the
    /// point at least to where that row is the next integer, or one above it greater.
    ///
    /// Proof for the cut with multiplier 1: let n / d be the row's coefficient of the column that
    /// is exchanged, and g / d what its constant term lacks to the next integer. If a row above is
    /// not zero there, it becomes greater. Else n is not negative, as columns are positive; the
    /// column moves by g / (n mod d), the row by n / d times this, and that is at least g / d.
    /// Another multiplier is taken only if it moves the point lexicographically more.
    std::optional<Row> cut() const;

private:
    Row strongest_cut(const Row &row) const;
    bool moves_more(const Row &left, std::size_t left_column, const Row &right,
                    std::size_t right_column) const;
    std::optional<std::size_t> smallest_column(const Row &row) const;
    void exchange(const Row &row, std::size_t column);
    void erase_column(std::size_t column);

    const Row &variable(std::size_t index) const
    {
        return *rows_[rows_.size() - variables_ + index];
    }

    std::size_t variables_, columns_ = variables_;
    /// Copies of the tableau share them.
    std::vector<std::shared_ptr<Row>> rows_;
    std::shared_ptr<Row> spare_; ///< storage for the next row that changes
};

} // namespace espalier::ilp
