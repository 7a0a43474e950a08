#include "espalier/presburger/hermite.h"

#include <optional>
#include <utility>

namespace espalier::presburger {

namespace {

/// A Q with Q^-1, while Q is found column operation by column operation.
class ColumnReduction {
public:
    ColumnReduction(isl::ctx ctx, IntegerMatrix rows, std::size_t columns)
        : rows_(std::move(rows)), columns_(columns),
          inverse_(columns, std::vector<isl::val>(columns, isl::val(ctx, 0)))
    {
        for (std::size_t k = 0; k < columns; ++k)
            inverse_[k][k] = isl::val(ctx, 1);
    }

    /// The last rows of Q^-1 once A Q is lower triangular.
    IntegerMatrix run()
    {
        std::size_t rank = 0;
        for (std::size_t row = 0; row < rows_.size() && rank < columns_; ++row)
            if (clear_right_of(row, rank))
                ++rank;
        return {inverse_.begin() + long(rank), inverse_.end()};
    }

private:
    /// Euclid's algorithm on the entries of a row from `column` on.
    /// \return whether that at `column` is left, and not zero
    bool clear_right_of(std::size_t row, std::size_t column)
    {
        while (std::optional<std::size_t> least = min_from(row, column)) {
            swap(column, *least);
            bool is_clear = true;
            for (std::size_t k = column + 1; k < columns_; ++k) {
                subtract(k, rows_[row][k].div(rows_[row][column]).trunc(), column);
                is_clear = is_clear && rows_[row][k].is_zero();
            }
            if (is_clear)
                return true;
        }
        return false;
    }

    /// Where a row has its entry of least absolute value that is not zero.
    std::optional<std::size_t> min_from(std::size_t row, std::size_t column) const
    {
        std::optional<std::size_t> result;
        for (std::size_t k = column; k < columns_; ++k)
            if (!rows_[row][k].is_zero() &&
                (!result || rows_[row][k].abs().lt(rows_[row][*result].abs())))
                result = k;
        return result;
    }

    void swap(std::size_t first, std::size_t second)
    {
        if (first == second)
            return;
        for (std::vector<isl::val> &row : rows_)
            std::swap(row[first], row[second]);
        std::swap(inverse_[first], inverse_[second]);
    }

    /// Subtracts a multiple of one column of A Q from another.
    void subtract(std::size_t from, const isl::val &factor, std::size_t column)
    {
        for (std::vector<isl::val> &row : rows_)
            row[from] = row[from].sub(factor.mul(row[column]));
        for (std::size_t k = 0; k < columns_; ++k)
            inverse_[column][k] = inverse_[column][k].add(factor.mul(inverse_[from][k]));
    }

    IntegerMatrix rows_;
    std::size_t columns_;
    IntegerMatrix inverse_;
};

} // namespace

IntegerMatrix completing_rows(isl::ctx ctx, IntegerMatrix rows, std::size_t columns)
{
    return ColumnReduction(ctx, std::move(rows), columns).run();
}

} // namespace espalier::presburger
