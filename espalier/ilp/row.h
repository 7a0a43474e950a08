#pragma once

#include "espalier/ilp/arithmetic.h"

#include <cstddef>
#include <vector>

namespace espalier::ilp {

struct Pivot;

/// A row of a tableau: (n_0 y_0 + ... + n_k-1 y_k-1 + m) / d, an affine function of the columns y
/// with rational coefficients; the greatest common divisor of the numerators n, the constant term m
/// and the denominator d > 0 is taken out. Each row is narrow or wide by itself, and returns to 64
/// bits when it can.
class Row {
public:
    /// 0, of no columns.
    Row() : Row(Numbers(Narrow{0, 1})) {}

    /// \param numbers  the numerators of the columns, the constant term, the denominator
    explicit Row(Numbers numbers);

    const Numbers &numbers() const { return numbers_; }
    bool is_narrow() const { return std::holds_alternative<Narrow>(numbers_); }

    std::size_t columns() const;

    /// The sign of the coefficient of a column.
    int sign(std::size_t column) const;

    /// The sign of the constant term.
    int constant_sign() const;

    Integer numerator(std::size_t column) const;
    Integer constant_numerator() const { return numerator(columns()); }
    Integer denominator() const;

    /// Whether the constant term is no integer.
    bool has_fraction() const;

    /// Whether the function is an integer at no integer y where it is zero: the common divisor of
    /// the numerators does not divide the constant term.
    bool is_zero_nowhere() const;

    Row operator-() const;

    /// Becomes `row` in terms of other columns, in the storage that is here.
    void assign_exchanged(const Row &row, const Pivot &pivot);

    /// The function on y where a column is zero.
    void erase_column(std::size_t column);

    /// Of some columns, keeps those with the least quotient of this row's coefficient by the
    /// pivot's. Precondition: the pivot's are positive there
    void keep_least_quotients(const Row &pivot, std::vector<std::size_t> &columns) const;

    /// A cut of Gomory: not negative at all integers y >= 0 where this row is an integer, and
    /// negative at y = 0, or else zero there. With n y + m, also l n y + l m, for a multiplier l,
    /// is to be a multiple of d, and so is n' y - m', for the remainders n' and m' of l n and -l m;
    /// with n' >= 0 it is at least -m', so not negative. For l = 1 it is negative at y = 0.
    /// Precondition: the constant term is no integer; 0 < multiplier
    Row cut(long multiplier) const;

private:
    Numbers numbers_;
};

/// An exchange of a column of a tableau with the function `row` of the columns that there are.
/// Precondition: the row is positive at the column
struct Pivot {
    const Row &row;
    std::size_t column;
    /// Where the row is not zero, the constant term (position `row.columns()`) included and the
    /// column not.
    std::vector<std::size_t> support;

    Pivot(const Row &row, std::size_t column);
};

} // namespace espalier::ilp
