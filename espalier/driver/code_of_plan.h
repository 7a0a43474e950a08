#pragma once

#include "espalier/driver/planning.h"
#include "espalier/driver/region_work.h"

#include <optional>

namespace espalier::driver {

/// What the code for a plan has to know of the region's surroundings.
targets::RegionStyle region_style(const RegionWork &work, const RegionPlan &planned);

/// The code for a plan: kernels and functions in place of loops that ask for them, loops, what
/// threads, vectors and registers do of them, C. Adds remarks, windows and the steps of the plan to
/// the region's result, and to the phases "strategy", "codegen" and "verify".
/// \return nothing, and a remark, where the check at run time that it needs cannot be made
/// \throws Error{impossible_code}, with the place in the script if that makes a plan without code
/// \throws Error{verification_failed}
std::optional<targets::RegionCode> code_of_plan(RegionWork &work, const RegionPlan &planned);

/// The same within fifteen sixteenths of what is left of the budget: where bounds of several loops
/// cut blocks, code can have too many cases. What calls execute is checked last, within a budget of
/// its own. Adds to the phase "check", too.
/// \return false if that is not enough
bool code_within_budget(RegionWork &work, const RegionPlan &planned,
                        std::optional<targets::RegionCode> &code);

} // namespace espalier::driver
