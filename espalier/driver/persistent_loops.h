#pragma once

#include "espalier/driver/device_choice.h"
#include "espalier/machine/device_estimate.h"

namespace espalier::driver {

/// The outermost loops of the host that one kernel runs better than the host, which would start
/// kernels in each iteration: where these are over soon, by the estimate for usual sizes, or there
/// are many of them. Blocks go from one to the next when all of them are there (Gupta, Stuart and
/// Owens, A Study of Persistent Threads Style GPU Programming for GPGPU Workloads (2012)).
/// \param candidate    without such loops
/// \param block_bytes  of memory that the threads of a block may share
machine::PersistentLoops persistent_loops(const DeviceCandidate &candidate, long block_bytes);

} // namespace espalier::driver
