#include "espalier/scheduler/linear_algebra.h"

#include <algorithm>
#include <numeric>

namespace espalier::scheduler {

namespace {

std::size_t first_nonzero(const Vector &vector)
{
    return static_cast<std::size_t>(
        std::find_if(vector.begin(), vector.end(), [](Number n) { return n != 0; }) -
        vector.begin());
}

/// Divides by the common divisor, and makes the first nonzero entry positive.
void make_primitive(Vector &vector)
{
    std::size_t first = first_nonzero(vector);
    if (first == vector.size())
        return;
    divide_out(vector);
    if (vector[first] < 0)
        for (Number &entry : vector)
            entry = -entry;
}

/// Adds a multiple of `pivot` to a positive multiple of `row`, so that a column becomes zero.
void eliminate(Vector &row, const Vector &pivot, std::size_t column)
{
    if (row[column] == 0)
        return;
    Number divisor = std::gcd(row[column], pivot[column]);
    Number own = pivot[column] / divisor, other = row[column] / divisor;
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = checked_sum(checked_product(own, row[j]), -checked_product(other, pivot[j]));
}

} // namespace

Number product(std::span<const Number> first, std::span<const Number> second)
{
    Number sum = 0;
    for (std::size_t k = 0; k < first.size(); ++k)
        sum = checked_sum(sum, checked_product(first[k], second[k]));
    return sum;
}

bool is_zero(std::span<const Number> vector)
{
    return std::ranges::all_of(vector, [](Number n) { return n == 0; });
}

Number common_divisor(std::span<const Number> vector)
{
    Number divisor = 0;
    for (Number entry : vector)
        divisor = std::gcd(divisor, entry);
    return divisor;
}

void divide_out(Vector &vector)
{
    if (Number divisor = common_divisor(vector); divisor > 1)
        for (Number &entry : vector)
            entry /= divisor;
}

std::vector<Vector> unit_vectors(std::size_t dimension)
{
    std::vector<Vector> result(dimension, Vector(dimension));
    for (std::size_t k = 0; k < dimension; ++k)
        result[k][k] = 1;
    return result;
}

Vector combination(std::span<const Number> factors, const std::vector<Vector> &rows)
{
    Vector result(rows.front().size());
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (std::size_t j = 0; j < result.size(); ++j)
            result[j] = checked_sum(result[j], checked_product(factors[k], rows[k][j]));
    return result;
}

std::vector<Vector> row_basis(std::vector<Vector> rows)
{
    std::vector<Vector> basis;
    for (Vector &row : rows) {
        for (const Vector &other : basis)
            eliminate(row, other, first_nonzero(other));
        std::size_t column = first_nonzero(row);
        if (column == row.size())
            continue;
        make_primitive(row);
        for (Vector &other : basis) {
            eliminate(other, row, column);
            make_primitive(other);
        }
        basis.push_back(std::move(row));
    }
    std::ranges::sort(basis, {}, first_nonzero);
    return basis;
}

std::vector<Vector> orthogonal_basis(const std::vector<Vector> &rows, std::size_t dimension)
{
    std::vector<Vector> basis = row_basis(rows);
    Number scale = 1;
    std::vector<bool> leads(dimension, false);
    for (const Vector &row : basis) {
        std::size_t column = first_nonzero(row);
        leads[column] = true;
        scale = std::lcm(scale, row[column]);
    }
    std::vector<Vector> result;
    for (std::size_t free = 0; free < dimension; ++free) {
        if (leads[free])
            continue;
        Vector vector(dimension);
        vector[free] = scale;
        for (const Vector &row : basis) {
            std::size_t column = first_nonzero(row);
            vector[column] = -checked_product(row[free], scale / row[column]);
        }
        make_primitive(vector);
        result.push_back(std::move(vector));
    }
    return result;
}

} // namespace espalier::scheduler
