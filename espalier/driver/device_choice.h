#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/driver/choices.h"
#include "espalier/driver/least_work.h"
#include "espalier/lowering/names.h"
#include "espalier/machine/device.h"
#include "espalier/machine/device_estimate.h"
#include "espalier/strategies/devices/device_mapping.h"

#include <optional>

namespace espalier::driver {

/// Code for a device, and what else there is to know to say how long it takes.
struct DeviceCandidate {
    const program::Program &region;  ///< as the host knows it
    const program::Program &program; ///< with what memory the device has beside the host's
    const dependence::Dependences &dependences;
    const strategies::DeviceTree &tree;
    ast::NodePtr loops; ///< of that tree
    const lowering::Names &names;
    const machine::Device &device;
    machine::PersistentLoops persistent = {}; ///< of `loops`
};

/// The seconds that a region takes on a device.
struct DeviceSeconds {
    double kernels;
    double transfers; ///< and memory for what goes there, and waiting for the end

    double all() const { return kernels + transfers; }
};

/// What its kernels take.
/// \param sizes  values of the parameters
/// \return nothing if numbers become too large
std::optional<machine::DeviceEstimate> estimate_on_device(const DeviceCandidate &candidate,
                                                          const ast::Values &sizes);

/// \param sizes  values of the parameters
/// \return nothing if numbers become too large
std::optional<DeviceSeconds> seconds_on_device(const DeviceCandidate &candidate,
                                               const ast::Values &sizes);

/// The seconds that a choice takes on the host; nothing if there is no estimate.
/// \param host  the machine; the device knows how fast its cycles are
std::optional<double> seconds_on_host(const Choice &choice, const machine::Machine &host,
                                      const machine::Device &device, const ast::Values &sizes);

/// From when on a device takes less time than the host does in any of some ways.
LeastWork least_work(const DeviceCandidate &candidate, const std::vector<Choice> &on_host,
                     const machine::Machine &host);

} // namespace espalier::driver
