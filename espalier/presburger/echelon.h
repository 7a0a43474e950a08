#pragma once

#include "espalier/presburger/integer_rows.h"

namespace espalier::presburger {

/// A basis of a linear space in reduced echelon form: every row is primitive, and the last of its
/// nonzero columns, its pivot, is zero in all others. Spaces that are equal have the same rows up
/// to order and signs.
template <class Number>
class Echelon {
public:
    /// Extends the space by a row.
    void add(Row<Number> row)
    {
        reduce(row);
        std::size_t pivot = row.size();
        while (pivot > 0 && sgn(row[pivot - 1]) == 0)
            --pivot;
        if (pivot == 0)
            return;
        for (Pivoted &other : rows_)
            eliminate(row, pivot - 1, other.row);
        rows_.push_back({std::move(row), pivot - 1});
    }

    /// Adds a vector of the space to a positive multiple of the row so that all pivots are zero;
    /// the result, primitive, is the same for all rows that differ in this way only.
    void reduce(Row<Number> &row) const
    {
        make_primitive(row);
        for (const Pivoted &basis : rows_)
            eliminate(basis.row, basis.pivot, row);
    }

    /// A basis of the vectors of this many columns that are orthogonal to the space.
    std::vector<Row<Number>> orthogonal(std::size_t columns) const
    {
        std::vector<bool> is_free(columns, true);
        for (const Pivoted &basis : rows_)
            is_free[basis.pivot] = false;
        std::vector<Row<Number>> result;
        for (std::size_t column = 0; column < columns; ++column)
            if (is_free[column])
                result.push_back(orthogonal_along(column, columns));
        return result;
    }

    std::vector<Row<Number>> rows() const
    {
        std::vector<Row<Number>> result;
        for (const Pivoted &basis : rows_)
            result.push_back(basis.row);
        return result;
    }

private:
    struct Pivoted {
        Row<Number> row;
        std::size_t pivot;
    };

    static void eliminate(const Row<Number> &basis, std::size_t pivot, Row<Number> &row)
    {
        if (sgn(row[pivot]) == 0)
            return;
        Number factor = basis[pivot], other_factor = -row[pivot];
        if (sgn(factor) < 0) {
            factor = -factor;
            other_factor = -other_factor;
        }
        row = combination(factor, row, other_factor, basis);
    }

    /// The one with a positive entry in this column and zeros in all others without pivot.
    Row<Number> orthogonal_along(std::size_t column, std::size_t columns) const
    {
        Row<Number> result(columns);
        result[column] = 1;
        for (const Pivoted &basis : rows_) {
            Number factor = basis.row[basis.pivot], entry = -basis.row[column] * result[column];
            if (sgn(entry) == 0)
                continue;
            Number shared = gcd(factor, entry);
            factor /= shared;
            entry /= shared;
            if (sgn(factor) < 0) {
                factor = -factor;
                entry = -entry;
            }
            for (Number &number : result)
                number *= factor;
            result[basis.pivot] = entry;
        }
        return result;
    }

    std::vector<Pivoted> rows_;
};

} // namespace espalier::presburger
