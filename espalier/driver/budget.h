#pragma once

#include "espalier/frontend/frontend.h"

#include <cstddef>
#include <map>
#include <vector>

namespace espalier::driver {

/// What one of several things to try may take of a budget; 0, which is no limit, stays that.
inline unsigned long part_of_budget(unsigned long budget, unsigned long parts)
{
    return (budget + parts - 1) / parts;
}

/// Shares what functions may take among their regions, in the order of the text.
class FunctionBudgets {
public:
    /// \param budget  isl operations for each function of up to 500 lines and as much for every 500
    ///                more, with what it took to find its regions; 0: no limit
    FunctionBudgets(const std::vector<frontend::Region> &regions, unsigned long budget);

    /// What a region may take: all that is left for its function if no other region comes after it,
    /// or else half of that, or as large a part as its statements are of those to come.
    unsigned long share(std::size_t region) const;

    /// Takes what a region took from what its function's others may take.
    void spend(std::size_t region, unsigned long operations);

private:
    const std::vector<frontend::Region> &regions_;
    unsigned long budget_;
    std::map<std::size_t, unsigned long> left_; ///< of functions, by where they begin
};

} // namespace espalier::driver
