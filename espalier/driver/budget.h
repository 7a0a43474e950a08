#pragma once

namespace espalier::driver {

/// What one of several things to try may take of a budget; 0, which is no limit, stays that.
inline unsigned long part_of_budget(unsigned long budget, unsigned long parts)
{
    return (budget + parts - 1) / parts;
}

} // namespace espalier::driver
