#pragma once

#include "espalier/frontend/frontend.h"
#include "espalier/presburger/budget.h"

#include <cstddef>

namespace espalier::driver {

/// Shares what a function may take among its regions, one after the other.
class FunctionBudget {
public:
    /// \param region  one of the function's
    /// \param budget  operations for a function of up to 500 lines, and as much for every 500
    ///                more, with what it took to find the regions; 0: no limit
    FunctionBudget(const frontend::Region &region, unsigned long budget);

    /// What a region may take if those that come after it are to get as much, and in no case very
    /// little.
    /// \param others  how many these are
    unsigned long share_of_equals(std::size_t others) const;

    /// What a region may take if those that come after it, of less work, get a little at least:
    /// seven eighths of the rest; all if there are no others.
    unsigned long share_of_first(std::size_t others) const;

    /// Takes what a region took from what others may take.
    void spend(unsigned long operations);

private:
    bool is_limited_;
    unsigned long budget_, left_;
};

} // namespace espalier::driver
