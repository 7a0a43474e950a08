#include "espalier/ilp/tableau.h"

namespace espalier::ilp {

namespace {

template <class Number>
using RowNumbers = std::vector<const std::vector<Number> *>;

/// The least common multiple of the rows' denominators.
/// \return true if it does not fit
template <class Number>
bool common_denominator(const RowNumbers<Number> &rows, Number &result)
{
    bool overflow = false;
    result = 1;
    for (const auto *row : rows)
        if (row->back() != 1 && !overflow)
            overflow = multiply(result, Number(row->back() / divisor(result, row->back())));
    return overflow;
}

/// A function of the variables in terms of the columns.
/// \param rows  for each term that of its variable
/// \param result  zeros
/// \return true if a number does not fit
template <class Number>
bool combine(const SparseFunction<Number> &function, const RowNumbers<Number> &rows,
             std::vector<Number> &result)
{
    Number denominator;
    if (common_denominator(rows, denominator))
        return true;
    result.back() = denominator;
    bool overflow = add_product(result[result.size() - 2], function.constant, denominator);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        Number factor = function.terms[k].coefficient;
        overflow |= multiply(factor, Number(denominator / rows[k]->back()));
        for (std::size_t j = 0; j + 1 < result.size(); ++j)
            overflow |= add_product(result[j], factor, (*rows[k])[j]);
    }
    return overflow;
}

/// The constant terms of the rows, then their common denominator.
/// \return true if a number does not fit
template <class Number>
bool constant_terms(const RowNumbers<Number> &rows, std::vector<Number> &result)
{
    Number denominator;
    if (common_denominator(rows, denominator))
        return true;
    bool overflow = false;
    result.reserve(rows.size() + 1);
    for (const auto *row : rows) {
        result.push_back((*row)[row->size() - 2]);
        overflow |= multiply(result.back(), Number(denominator / row->back()));
    }
    result.push_back(denominator);
    return overflow;
}

SparseFunction<Integer> wide(const Function &function)
{
    return std::visit([](const auto &own) { return widened(own); }, function);
}

} // namespace

Tableau::Tableau(std::size_t variables, const std::vector<LinearFunction> &objectives)
    : variables_(variables)
{
    for (const LinearFunction &objective : objectives) {
        Wide numbers = objective.coefficients;
        numbers.push_back(objective.constant);
        numbers.emplace_back(1);
        rows_.push_back(std::make_shared<Row>(settled(std::move(numbers))));
    }
    for (std::size_t k = 0; k < variables; ++k) {
        Narrow unit(variables + 2);
        unit[k] = unit.back() = 1;
        rows_.push_back(std::make_shared<Row>(Numbers(std::move(unit))));
    }
}

Point Tableau::point() const
{
    Narrow result;
    RowNumbers<std::int64_t> narrow;
    for (std::size_t k = 0; k < variables_ && variable(k).is_narrow(); ++k)
        narrow.push_back(&std::get<Narrow>(variable(k).numbers()));
    if (narrow.size() == variables_ && !constant_terms(narrow, result))
        return result;
    std::vector<Wide> numbers;
    for (std::size_t k = 0; k < variables_; ++k)
        numbers.push_back(widened(variable(k).numbers()));
    RowNumbers<Integer> rows;
    for (const Wide &row : numbers)
        rows.push_back(&row);
    Wide wide_result;
    constant_terms(rows, wide_result);
    return wide_result;
}

Row Tableau::in_columns(const Function &function) const
{
    if (const auto *narrow = std::get_if<SparseFunction<std::int64_t>>(&function)) {
        RowNumbers<std::int64_t> rows;
        for (const auto &term : narrow->terms)
            if (const auto *row = std::get_if<Narrow>(&variable(term.variable).numbers()))
                rows.push_back(row);
        Narrow result(columns_ + 2);
        if (rows.size() == narrow->terms.size() && !combine(*narrow, rows, result))
            return Row(std::move(result));
    }
    SparseFunction<Integer> wide_function = wide(function);
    std::vector<Wide> numbers;
    for (const auto &term : wide_function.terms)
        numbers.push_back(widened(variable(term.variable).numbers()));
    RowNumbers<Integer> rows;
    for (const Wide &row : numbers)
        rows.push_back(&row);
    Wide result(columns_ + 2);
    combine(wide_function, rows, result);
    return Row(std::move(result));
}

bool Tableau::make_zero(const Row &row)
{
    std::optional<std::size_t> column = smallest_column(row);
    if (column)
        exchange(row, *column);
    return column.has_value();
}

bool Tableau::fix(Row row)
{
    if (row.is_zero_nowhere())
        return false;
    if (row.constant_sign() > 0)
        row = -row;
    std::optional<std::size_t> column = smallest_column(row);
    if (!column && row.constant_sign() == 0) {
        row = -row;
        column = smallest_column(row);
        if (!column)
            return true;
    }
    if (!column)
        return false;
    exchange(row, *column);
    erase_column(*column);
    return true;
}

std::optional<Row> Tableau::cut() const
{
    for (const auto &row : rows_)
        if (row->has_fraction())
            return strongest_cut(*row);
    return std::nullopt;
}

/// Of the cuts from a row, one that moves the point the most, or one that no y satisfies.
Row Tableau::strongest_cut(const Row &row) const
{
    constexpr long multipliers = 12; // more cost more than the exchanges that they save
    const Integer denominator = row.denominator();
    Row best = row.cut(1);
    std::optional<std::size_t> best_column = smallest_column(best);
    for (long multiplier = 2; best_column && multiplier < multipliers && multiplier < denominator;
         ++multiplier) {
        Row cut = row.cut(multiplier);
        if (cut.constant_sign() == 0)
            continue;
        std::optional<std::size_t> column = smallest_column(cut);
        if (column && !moves_more(cut, *column, best, *best_column))
            continue;
        best = std::move(cut);
        best_column = column;
    }
    return best;
}

/// Whether to exchange `left` with a column moves the point lexicographically more than to exchange
/// `right` with another one. Precondition: both are negative at the point
bool Tableau::moves_more(const Row &left, std::size_t left_column, const Row &right,
                         std::size_t right_column) const
{
    const Integer left_step = -left.constant_numerator() * right.numerator(right_column),
                  right_step = -right.constant_numerator() * left.numerator(left_column);
    for (const auto &row : rows_) {
        int order =
            cmp(row->numerator(left_column) * left_step, row->numerator(right_column) * right_step);
        if (order != 0)
            return order > 0;
    }
    return false;
}

std::optional<std::size_t> Tableau::smallest_column(const Row &row) const
{
    std::vector<std::size_t> candidates;
    for (std::size_t j = 0; j < columns_; ++j)
        if (row.sign(j) > 0)
            candidates.push_back(j);
    for (std::size_t k = 0; k < rows_.size() && candidates.size() > 1; ++k)
        rows_[k]->keep_least_quotients(row, candidates);
    if (candidates.empty())
        return std::nullopt;
    return candidates.front();
}

void Tableau::exchange(const Row &row, std::size_t column)
{
    Pivot pivot(row, column);
    for (auto &own : rows_) {
        if (own->sign(column) == 0)
            continue;
        if (!spare_ || spare_.use_count() > 1)
            spare_ = std::make_shared<Row>();
        spare_->assign_exchanged(*own, pivot);
        swap(own, spare_);
    }
}

void Tableau::erase_column(std::size_t column)
{
    for (auto &row : rows_) {
        if (row.use_count() > 1)
            row = std::make_shared<Row>(*row);
        row->erase_column(column);
    }
    --columns_;
}

} // namespace espalier::ilp
