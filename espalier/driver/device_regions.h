#pragma once

#include "espalier/driver/region_work.h"

#include <optional>

namespace espalier::driver {

/// The code for a region on a device, in the order that the scheduler finds, with its loops on
/// blocks and threads. Adds remarks to the region's result, and to the phases "scheduler",
/// "strategy" and "codegen".
/// \return nothing, and a remark, where the host is to run it
/// Precondition: the region has been analysed
/// \throws Error{impossible_code}, with the reason, if it cannot run on a device
std::optional<targets::RegionCode> code_for_device(RegionWork &work);

} // namespace espalier::driver
