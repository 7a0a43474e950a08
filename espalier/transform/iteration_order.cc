#include "espalier/transform/iteration_order.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/transform/impossible.h"

#include <gmpxx.h>
#include <isl/aff.h>
#include <isl/val.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace espalier::transform {

namespace {

using Matrix = std::vector<std::vector<long>>;

void require_row(const Statement &statement, std::size_t row)
{
    if (row >= statement.depth())
        throw impossible(fmt::format("`{}` is in {} loops; it has no loop at depth {}",
                                     statement.label, statement.depth(), row + 1));
}

/// { [x] -> [m] } of { [] -> [m] }.
isl::aff on_iterators(const isl::aff &amount, const Statement &statement)
{
    return isl::manage(isl_aff_insert_dims(amount.copy(), isl_dim_in, 0,
                                           unsigned(statement.iterator_names.size())));
}

isl::aff scaled(const isl::aff &value, long factor)
{
    return value.scale(isl::val(value.ctx(), factor));
}

/// By Bareiss' elimination, in which all divisions are exact.
mpz_class determinant(const Matrix &matrix)
{
    std::vector<std::vector<mpz_class>> rows;
    for (const std::vector<long> &row : matrix)
        rows.emplace_back(row.begin(), row.end());
    mpz_class previous = 1, sign = 1;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        std::size_t pivot = k;
        while (pivot < rows.size() && rows[pivot][k] == 0)
            ++pivot;
        if (pivot == rows.size())
            return 0;
        if (pivot != k) {
            std::swap(rows[k], rows[pivot]);
            sign = -sign;
        }
        for (std::size_t i = k + 1; i < rows.size(); ++i)
            for (std::size_t j = k + 1; j < rows.size(); ++j)
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) / previous;
        previous = rows[k][k];
    }
    return sign * previous;
}

void require_unimodular(const Matrix &matrix)
{
    for (const std::vector<long> &row : matrix)
        if (row.size() != matrix.size())
            throw impossible(fmt::format("a matrix of {} rows has to have as many columns, not {}",
                                         matrix.size(), row.size()));
    mpz_class value = determinant(matrix);
    if (abs(value) != 1)
        throw impossible(fmt::format("the determinant of the matrix is {}, and so it is not "
                                     "unimodular",
                                     value.get_str()));
}

} // namespace

bool is_unimodular(const std::vector<std::vector<long>> &matrix)
{
    bool is_square = std::ranges::all_of(
        matrix, [&](const std::vector<long> &row) { return row.size() == matrix.size(); });
    return is_square && abs(determinant(matrix)) == 1;
}

MatrixView unimodular(MatrixView view, const Beta &prefix,
                      const std::vector<std::vector<long>> &matrix)
{
    require_unimodular(matrix);
    for (Statement *statement : required_statements_in(view, prefix)) {
        if (!matrix.empty())
            require_row(*statement, matrix.size() - 1);
        std::vector<Row> rows = statement->rows;
        for (std::size_t k = 0; k < matrix.size(); ++k) {
            isl::aff time = scaled(rows[k].time, 0);
            for (std::size_t column = 0; column < matrix.size(); ++column)
                time = presburger::sum(time, scaled(rows[column].time, matrix[k][column]));
            statement->rows[k].time = time;
        }
    }
    return view;
}

MatrixView interchange(MatrixView view, const Beta &prefix, std::size_t row, std::size_t other)
{
    for (Statement *statement : required_statements_in(view, prefix)) {
        require_row(*statement, std::max(row, other));
        std::swap(statement->rows[row], statement->rows[other]);
    }
    return view;
}

MatrixView skew(MatrixView view, const Beta &prefix, std::size_t row, std::size_t other,
                long factor)
{
    if (row == other)
        throw impossible("a loop cannot be skewed by itself");
    for (Statement *statement : required_statements_in(view, prefix)) {
        require_row(*statement, std::max(row, other));
        isl::aff &time = statement->rows[row].time;
        time = presburger::sum(time, scaled(statement->rows[other].time, factor));
    }
    return view;
}

MatrixView reverse(MatrixView view, const Beta &prefix, std::size_t row)
{
    for (Statement *statement : required_statements_in(view, prefix)) {
        require_row(*statement, row);
        isl::aff &time = statement->rows[row].time;
        time = time.neg();
    }
    return view;
}

MatrixView shift(MatrixView view, const Beta &prefix, std::size_t row, const isl::aff &amount)
{
    if (isl_aff_dim(amount.get(), isl_dim_div) > 0)
        throw impossible("a loop can be shifted by whole multiples of symbolic constants and "
                         "numbers alone, without floor and mod");
    for (Statement *statement : required_statements_in(view, prefix)) {
        require_row(*statement, row);
        isl::aff &time = statement->rows[row].time;
        time = presburger::sum(time, on_iterators(amount, *statement));
    }
    return view;
}

} // namespace espalier::transform
