#pragma once

#include "espalier/driver/choices.h"
#include "espalier/driver/region_analysis.h"
#include "espalier/driver/region_work.h"
#include "espalier/machine/device_estimate.h"
#include "espalier/strategies/devices/device_mapping.h"

#include <optional>
#include <vector>

namespace espalier::driver {

/// How a device may run a region.
struct DevicePlan {
    RegionAnalysis known; ///< of the region with what memory the device has beside the host's
    strategies::DeviceTree mapped;
    ast::NodePtr loops;                       ///< of the host, with its kernels
    machine::PersistentLoops persistent = {}; ///< of these
};

/// A plan for the device of the options. Adds to the phases "strategy" and "codegen", and to those
/// of schedule_region.
/// \return nothing, and a remark, where the host is to run the region
std::optional<DevicePlan> plan_for_device(RegionWork &work);

/// Who runs a region sooner, by the estimates for usual sizes.
enum class Sooner {
    device,    ///< whatever code for the host there may be
    uncertain, ///< the device, if the host has no better code
    host,
};

/// Adds a remark that says so, if the host is sooner or remarks are asked for.
/// \param on_host  ways to run the region on the host
Sooner who_is_sooner(RegionWork &work, const DevicePlan &plan, const std::vector<Choice> &on_host);

/// The code of a plan, for the sizes at which the device is sooner by the estimates, with other
/// code for smaller ones and for where there is no device.
/// \param on_host  ways to run the region on the host
/// \param host     that code; nothing: the text of the source
/// \return nothing, and a remark, where the host is to run the region
std::optional<targets::RegionCode> code_for_device(RegionWork &work, const DevicePlan &plan,
                                                   const std::vector<Choice> &on_host,
                                                   std::optional<targets::RegionCode> host);

} // namespace espalier::driver
