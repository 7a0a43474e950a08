#pragma once

namespace espalier::presburger {

/// What one of several things to try may take of a budget (Context::within_budget); 0, which is no
/// limit, stays that.
inline unsigned long part_of_budget(unsigned long budget, unsigned long parts)
{
    return (budget + parts - 1) / parts;
}

} // namespace espalier::presburger
