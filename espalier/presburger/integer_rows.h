#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace espalier::presburger {

/// \name Vectors of integers, and linear functions on them. Number: CheckedInteger or mpz_class.
/// @{
template <class Number>
using Row = std::vector<Number>;

template <class Number>
Number product(const Row<Number> &left, const Row<Number> &right)
{
    Number result = 0;
    for (std::size_t k = 0; k < left.size(); ++k)
        if (sgn(left[k]) != 0 && sgn(right[k]) != 0)
            result += left[k] * right[k];
    return result;
}

/// Divides by the greatest common divisor; leaves a row of zeros.
template <class Number>
void make_primitive(Row<Number> &row)
{
    Number divisor = 0;
    for (const Number &number : row) {
        divisor = gcd(divisor, number);
        if (divisor == 1)
            return;
    }
    if (sgn(divisor) != 0)
        for (Number &number : row)
            number /= divisor;
}

/// The primitive row in the direction of factor * row + other_factor * other.
template <class Number>
Row<Number> combination(Number factor, const Row<Number> &row, Number other_factor,
                        const Row<Number> &other)
{
    Number shared = gcd(factor, other_factor);
    factor /= shared;
    other_factor /= shared;
    Row<Number> result(row.size());
    for (std::size_t k = 0; k < row.size(); ++k)
        result[k] = factor * row[k] + other_factor * other[k];
    make_primitive(result);
    return result;
}
/// @}

} // namespace espalier::presburger
