#include "espalier/driver/budget.h"

#include <algorithm>

namespace espalier::driver {

namespace {

/// What text of so many lines may take.
unsigned long budget_for(std::size_t lines, unsigned long budget)
{
    constexpr std::size_t lines_for_one = 500;
    return std::max(budget, budget / lines_for_one * lines);
}

} // namespace

FunctionBudget::FunctionBudget(const frontend::Region &region, unsigned long budget)
    : is_limited_(budget != 0), budget_(budget), left_(budget_for(region.function_lines, budget) -
                                                       std::min(budget, region.function_operations))
{
}

unsigned long FunctionBudget::share_of_equals(std::size_t others) const
{
    constexpr unsigned long least = 32; // a part of the budget
    const unsigned long share = std::max(left_ / (others + 1), std::min(left_, budget_ / least));
    return is_limited_ ? std::max(share, 1UL) : 0;
}

unsigned long FunctionBudget::share_of_first(std::size_t others) const
{
    if (!is_limited_ || others == 0)
        return share_of_equals(0);
    constexpr unsigned long least = 128;
    const unsigned long rest = left_ - std::min(others * (budget_ / least), left_ / 4);
    return std::max({rest - rest / 8, left_ / (others + 1), 1UL});
}

void FunctionBudget::spend(unsigned long operations) { left_ -= std::min(left_, operations); }

} // namespace espalier::driver
