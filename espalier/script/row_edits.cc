#include "espalier/script/row_edits.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/print.h"
#include "espalier/transform/explicit_schedule.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace espalier::script {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;
using Matrix = std::vector<std::vector<long>>;

std::vector<isl::pw_aff> times_of(const Statement &statement)
{
    std::vector<isl::pw_aff> result;
    for (std::size_t row = 0; row < statement.depth(); ++row)
        result.push_back(statement.time(row));
    return result;
}

/// U of U A = A', for the matrix A of a statement, which has 1 or -1 in its diagonal and zeros
/// elsewhere; nothing if it is of another form, or U is not unimodular.
std::optional<Matrix> transformation(const Statement &statement, Matrix target)
{
    for (std::size_t k = 0; k < statement.depth(); ++k) {
        std::vector<long> row = transform::linear_part(statement.rows[k].time);
        long sign = k < row.size() ? row[k] : 0;
        row[k] = 0;
        bool is_signed_unit =
            (sign == 1 || sign == -1) && std::ranges::count(row, 0) == long(row.size());
        if (!is_signed_unit)
            return std::nullopt;
        for (std::vector<long> &wanted : target)
            wanted[k] *= sign;
    }
    return transform::is_unimodular(target) ? std::optional(target) : std::nullopt;
}

RowEdit interchange(std::size_t row)
{
    return {"interchange", std::to_string(row), [row](const MatrixView &view, const Beta &place) {
                return transform::interchange(view, place, row, row + 1);
            }};
}

/// The order of the columns in which a matrix has its ones, if it is a permutation.
std::optional<std::vector<std::size_t>> permutation(const Matrix &matrix)
{
    std::vector<std::size_t> result;
    for (const std::vector<long> &row : matrix) {
        bool is_unit =
            std::ranges::count(row, 1) == 1 && std::ranges::count(row, 0) + 1 == long(row.size());
        if (!is_unit)
            return std::nullopt;
        result.push_back(std::size_t(std::ranges::find(row, 1) - row.begin()));
    }
    return result;
}

/// Interchanges of neighbours that sort what a permutation has put out of order, backwards.
std::vector<RowEdit> interchanges(std::vector<std::size_t> order)
{
    std::vector<RowEdit> result;
    for (std::size_t pass = 0; pass < order.size(); ++pass)
        for (std::size_t k = 0; k + 1 < order.size(); ++k)
            if (order[k] > order[k + 1]) {
                std::swap(order[k], order[k + 1]);
                result.push_back(interchange(k));
            }
    std::ranges::reverse(result);
    return result;
}

/// A matrix that differs from the identity in one entry.
std::optional<RowEdit> skew_or_reversal(const Matrix &matrix)
{
    std::optional<RowEdit> result;
    for (std::size_t row = 0; row < matrix.size(); ++row)
        for (std::size_t column = 0; column < matrix.size(); ++column) {
            long factor = matrix[row][column];
            if (factor == (row == column ? 1 : 0))
                continue;
            if (result)
                return std::nullopt;
            if (row == column)
                result = RowEdit{"reverse", std::to_string(row),
                                 [row](const MatrixView &view, const Beta &place) {
                                     return transform::reverse(view, place, row);
                                 }};
            else
                result = RowEdit{"skew", fmt::format("{}, {}, {}", row, column, factor),
                                 [=](const MatrixView &view, const Beta &place) {
                                     return transform::skew(view, place, row, column, factor);
                                 }};
        }
    return result;
}

std::vector<RowEdit> named(const Matrix &matrix)
{
    if (std::optional<std::vector<std::size_t>> order = permutation(matrix))
        return interchanges(*order);
    if (std::optional<RowEdit> single = skew_or_reversal(matrix))
        return {*single};
    std::vector<std::string> rows;
    for (const std::vector<long> &row : matrix)
        rows.push_back(fmt::format("{{{}}}", fmt::join(row, ", ")));
    return {{"unimodular", fmt::format("{{{}}}", fmt::join(rows, ", ")),
             [matrix](const MatrixView &view, const Beta &place) {
                 return transform::unimodular(view, place, matrix);
             }}};
}

/// { [] -> [v] }: a function without its linear part.
isl::aff constant_part(const isl::aff &function)
{
    isl_aff *result = isl_aff_copy(function.get());
    return isl::manage(
        isl_aff_drop_dims(result, isl_dim_in, 0, unsigned(isl_aff_dim(result, isl_dim_in))));
}

/// Shifts of all rows together.
std::vector<RowEdit> shifts(const std::vector<isl::aff> &rows)
{
    std::vector<isl::aff> amounts;
    std::vector<std::string> texts;
    for (const isl::aff &row : rows) {
        amounts.push_back(constant_part(row));
        texts.push_back(fmt::format("'{}'", transform::expression(amounts.back())));
    }
    if (std::ranges::count(texts, "'0'") == long(texts.size()))
        return {};
    return {{"shift", fmt::format("{{{}}}", fmt::join(texts, ", ")),
             [amounts](MatrixView view, const Beta &place) {
                 for (std::size_t row = 0; row < amounts.size(); ++row)
                     view = transform::shift(std::move(view), place, row, amounts[row]);
                 return view;
             }}};
}

/// A loop with one iteration; nothing if its number is no affine function of iterators.
std::optional<RowEdit> extension(const Statement &target, std::size_t row)
{
    std::optional<isl::aff> value = presburger::affine_on(target.time(row), target.instances);
    if (!value)
        return std::nullopt;
    const std::string name = target.rows[row].name, text = transform::expression(*value);
    return RowEdit{"extend", fmt::format("{}, '{}', '{}'", row + 1, text, name),
                   [=](const MatrixView &view, const Beta &place) {
                       return transform::extend(view, place, row + 1, text, name);
                   }};
}

} // namespace

std::string RowEdit::line(const std::string &place) const
{
    return fmt::format("{}({}, {})", name, place, arguments);
}

RowEdit explicit_functions(const Statement &target)
{
    isl::pw_aff_list list(target.instances.ctx(), 0);
    for (const isl::pw_aff &time : times_of(target))
        list = list.add(time);
    isl::space space = target.instances.space();
    isl::multi_pw_aff time(space.add_unnamed_tuple(unsigned(target.depth())), list);
    return {"schedule", fmt::format("[[{}]]", presburger::to_string(time)),
            [time](const MatrixView &view, const Beta &place) {
                return transform::with_explicit_schedule(view, place, time);
            }};
}

std::vector<RowEdit> edits(const Statement &statement, const Statement &target)
{
    std::vector<isl::pw_aff> times = times_of(target);
    std::vector<std::optional<isl::aff>> affine = transform::affine_rows(target.instances, times);
    std::vector<isl::aff> rows;
    Matrix matrix;
    for (const std::optional<isl::aff> &row : affine)
        if (row) {
            rows.push_back(*row);
            matrix.push_back(transform::linear_part(*row));
        }
    if (rows.size() != statement.depth())
        return {explicit_functions(target)};
    std::optional<Matrix> change = transformation(statement, matrix);
    if (!change)
        return {explicit_functions(target)};
    std::vector<RowEdit> result = named(*change);
    std::ranges::move(shifts(rows), std::back_inserter(result));
    for (std::size_t row = 0; row < times.size(); ++row) {
        if (affine[row])
            continue;
        std::optional<RowEdit> added = extension(target, row);
        if (!added)
            return {explicit_functions(target)};
        result.push_back(*added);
    }
    return result;
}

} // namespace espalier::script
