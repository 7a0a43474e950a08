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

FunctionBudgets::FunctionBudgets(const std::vector<frontend::Region> &regions, unsigned long budget)
    : regions_(regions), budget_(budget)
{
    for (const frontend::Region &region : regions)
        left_[region.function_begin] = budget_for(region.function_lines, budget) -
                                       std::min(budget, region.function_operations);
}

unsigned long FunctionBudgets::share(std::size_t region) const
{
    if (budget_ == 0)
        return 0;
    const frontend::Region &own = regions_[region];
    const unsigned long left = left_.at(own.function_begin);
    std::size_t others = 0;
    for (std::size_t k = region + 1; k < regions_.size(); ++k)
        if (regions_[k].function_begin == own.function_begin)
            others += regions_[k].program.statements.size();
    const double statements = double(own.program.statements.size());
    const double part = others == 0 ? 1 : std::max(0.5, statements / (statements + double(others)));
    return std::max(static_cast<unsigned long>(part * double(left)), 1UL);
}

void FunctionBudgets::spend(std::size_t region, unsigned long operations)
{
    unsigned long &left = left_.at(regions_[region].function_begin);
    left -= std::min(left, operations);
}

} // namespace espalier::driver
