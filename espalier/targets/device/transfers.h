#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>

namespace espalier::targets {

/// What of an array moves between the host and a device that runs all of a region.
struct Transfer {
    /// Whether the device needs what the host has: the region reads it, or leaves elements as they
    /// are among those that come back.
    bool goes;
    std::optional<isl::set> back; ///< { A[a] }: whose rows come back; nothing if none do
};

/// What is live into the region goes to the device, and what is live out of it comes back, whole
/// rows from the first to the last one.
Transfer transfer_of(const program::Program &program, const dependence::Dependences &dependences,
                     std::size_t array);

} // namespace espalier::targets
