#include "espalier/ilp/row.h"

#include <compare>

namespace espalier::ilp {

namespace {

template <class Number>
void take_out_divisor(std::vector<Number> &numbers)
{
    Number common = numbers.back();
    for (const Number &number : numbers) {
        if (common == 1)
            return;
        common = divisor(number, common);
    }
    for (Number &number : numbers)
        number /= common;
}

/// With r and p the numerators, d_r and d_p the denominators of row and pivot, and c the column:
/// (r_j p_c - r_c p_j) / (d_r p_c) for the other columns and r_c d_p / (d_r p_c) for c itself.
/// \return true if a number does not fit
template <class Number>
bool exchange(const std::vector<Number> &row, const std::vector<Number> &pivot, std::size_t column,
              const std::vector<std::size_t> &support, std::vector<Number> &result)
{
    Number common = divisor(row[column], pivot[column]);
    Number factor = row[column] / common, scale = pivot[column] / common;
    bool overflow = false;
    result = row;
    if (scale != 1)
        for (Number &number : result)
            overflow |= multiply(number, scale);
    for (std::size_t j : support)
        overflow |= subtract_product(result[j], factor, pivot[j]);
    result[column] = factor;
    overflow |= multiply(result[column], pivot.back());
    return overflow;
}

std::strong_ordering compare_products(std::int64_t a, std::int64_t b, std::int64_t c,
                                      std::int64_t d)
{
    return Product(a) * b <=> Product(c) * d;
}

std::strong_ordering compare_products(const Integer &a, const Integer &b, const Integer &c,
                                      const Integer &d)
{
    return cmp(a * b, c * d) <=> 0;
}

template <class Number>
void keep_least(const std::vector<Number> &row, const std::vector<Number> &pivot,
                std::vector<std::size_t> &columns)
{
    std::size_t kept = 0;
    for (std::size_t column : columns) {
        std::size_t best = columns.front();
        auto order = kept == 0
                         ? std::strong_ordering::equal
                         : compare_products(row[column], pivot[best], row[best], pivot[column]);
        if (order > 0)
            continue;
        if (order < 0)
            kept = 0;
        columns[kept++] = column;
    }
    columns.resize(kept);
}

/// number * multiplier mod modulus, not negative.
std::int64_t multiple(std::int64_t number, long multiplier, std::int64_t modulus)
{
    return static_cast<std::int64_t>(Product(remainder(number, modulus)) * multiplier % modulus);
}

Integer multiple(const Integer &number, long multiplier, const Integer &modulus)
{
    return remainder(Integer(number * multiplier), modulus);
}

template <class Number>
std::vector<Number> cut(const std::vector<Number> &row, long multiplier)
{
    const Number &denominator = row.back(), &constant = row[row.size() - 2];
    std::vector<Number> result;
    result.reserve(row.size());
    for (std::size_t j = 0; j + 2 < row.size(); ++j)
        result.push_back(multiple(row[j], multiplier, denominator));
    Number excess = multiple(constant, multiplier, denominator);
    result.push_back(sign(excess) == 0 ? excess : Number(excess - denominator));
    result.push_back(denominator);
    return result;
}

} // namespace

Row::Row(Numbers numbers) : numbers_(std::move(numbers))
{
    std::visit([](auto &own) { take_out_divisor(own); }, numbers_);
    if (auto *wide = std::get_if<Wide>(&numbers_))
        numbers_ = settled(std::move(*wide));
}

std::size_t Row::columns() const
{
    return std::visit([](const auto &own) { return own.size(); }, numbers_) - 2;
}

int Row::sign(std::size_t column) const
{
    return std::visit([&](const auto &own) { return ilp::sign(own[column]); }, numbers_);
}

int Row::constant_sign() const { return sign(columns()); }

Integer Row::numerator(std::size_t column) const
{
    return std::visit([&](const auto &own) { return Integer(own[column]); }, numbers_);
}

Integer Row::denominator() const
{
    return std::visit([](const auto &own) { return Integer(own.back()); }, numbers_);
}

bool Row::has_fraction() const
{
    return std::visit(
        [](const auto &own) { return own.back() != 1 && own[own.size() - 2] % own.back() != 0; },
        numbers_);
}

bool Row::is_zero_nowhere() const
{
    return std::visit(
        [](const auto &own) {
            auto common = own.back();
            common = 0;
            for (std::size_t j = 0; j + 2 < own.size(); ++j)
                common = divisor(own[j], common);
            const auto &constant = own[own.size() - 2];
            return common == 0 ? constant != 0 : constant % common != 0;
        },
        numbers_);
}

Row Row::operator-() const
{
    Wide numbers = widened(numbers_);
    for (std::size_t j = 0; j + 1 < numbers.size(); ++j)
        mpz_neg(numbers[j].get_mpz_t(), numbers[j].get_mpz_t());
    return Row(Numbers(std::move(numbers)));
}

void Row::assign_exchanged(const Row &row, const Pivot &pivot)
{
    const auto *left = std::get_if<Narrow>(&row.numbers_),
               *right = std::get_if<Narrow>(&pivot.row.numbers_);
    if (left && right) {
        if (!std::holds_alternative<Narrow>(numbers_))
            numbers_ = Narrow();
        auto &own = std::get<Narrow>(numbers_);
        if (!exchange(*left, *right, pivot.column, pivot.support, own)) {
            take_out_divisor(own);
            return;
        }
    }
    Wide result;
    exchange(widened(row.numbers_), widened(pivot.row.numbers_), pivot.column, pivot.support,
             result);
    *this = Row(Numbers(std::move(result)));
}

void Row::erase_column(std::size_t column)
{
    std::visit(
        [&](auto &own) {
            own.erase(own.begin() + static_cast<std::ptrdiff_t>(column));
            take_out_divisor(own);
        },
        numbers_);
}

void Row::keep_least_quotients(const Row &pivot, std::vector<std::size_t> &columns) const
{
    const auto *left = std::get_if<Narrow>(&numbers_),
               *right = std::get_if<Narrow>(&pivot.numbers_);
    if (left && right)
        keep_least(*left, *right, columns);
    else
        keep_least(widened(numbers_), widened(pivot.numbers_), columns);
}

Row Row::cut(long multiplier) const
{
    return std::visit([&](const auto &own) { return Row(Numbers(ilp::cut(own, multiplier))); },
                      numbers_);
}

Pivot::Pivot(const Row &row, std::size_t column) : row(row), column(column)
{
    for (std::size_t j = 0; j <= row.columns(); ++j)
        if (j != column && row.sign(j) != 0)
            support.push_back(j);
}

} // namespace espalier::ilp
