#include "espalier/ilp/lexicographic_minimum.h"

#include <utility>

namespace espalier::ilp {

namespace {

constexpr std::size_t steps_between_polls = 16;

} // namespace

LexicographicMinimum::LexicographicMinimum(std::size_t variables,
                                           const std::vector<LinearFunction> &objectives)
    : objectives_(objectives.size()), tableau_(variables, objectives), constraints_(variables)
{
}

LexicographicMinimum::LexicographicMinimum(const Problem &problem)
    : LexicographicMinimum(problem.variables, problem.objectives)
{
    for (const LinearFunction &function : problem.equalities)
        add_equality(function);
    for (const LinearFunction &function : problem.inequalities)
        add_inequality(function);
}

void LexicographicMinimum::add_inequality(const LinearFunction &function)
{
    constraints_.add(function);
}

void LexicographicMinimum::add_equality(const LinearFunction &function)
{
    is_empty_ = is_empty_ || !tableau_.fix(tableau_.in_columns(sparse(function)));
}

void LexicographicMinimum::push() { marks_.push_back({tableau_, constraints_.size(), is_empty_}); }

void LexicographicMinimum::pop()
{
    tableau_ = std::move(marks_.back().tableau);
    constraints_.shrink(marks_.back().constraints);
    is_empty_ = marks_.back().is_empty;
    marks_.pop_back();
}

std::optional<LexicographicMinimum::Solution>
LexicographicMinimum::solve(std::span<const Integer> limit)
{
    while (!is_empty_ && !is_beyond(limit)) {
        std::optional<Row> row;
        if (std::optional<Function> violated = constraints_.max_violated(tableau_.point()))
            row = tableau_.in_columns(*violated);
        else
            row = tableau_.cut();
        if (!row)
            return solution();
        if (steps_left_ == 0)
            throw Exhausted();
        changed_ += tableau_.rows() * tableau_.columns();
        if (poll_ && steps_left_ % steps_between_polls == 0)
            poll_(std::exchange(changed_, 0));
        --steps_left_;
        is_empty_ = !tableau_.make_zero(*row);
    }
    return std::nullopt;
}

/// Whether the current point, and so all that are greater, are not smaller than the limit.
bool LexicographicMinimum::is_beyond(std::span<const Integer> limit) const
{
    for (std::size_t k = 0; k < limit.size(); ++k) {
        const Row &row = tableau_.row(k);
        int order = cmp(row.constant_numerator(), row.denominator() * limit[k]);
        if (order != 0)
            return order > 0;
    }
    return !limit.empty();
}

LexicographicMinimum::Solution LexicographicMinimum::solution() const
{
    Solution result;
    for (std::size_t k = 0; k < tableau_.rows(); ++k)
        (k < objectives_ ? result.objectives : result.point)
            .push_back(tableau_.row(k).constant_numerator() / tableau_.row(k).denominator());
    return result;
}

} // namespace espalier::ilp
