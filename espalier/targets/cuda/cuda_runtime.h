#pragma once

#include "espalier/targets/device/device_code.h"

#include <string>

namespace espalier::targets {

/// What host code calls to use a device (device_runtime.h), on top of CUDA's runtime.
/// \param headers  that declare this one and the kernels
/// \param kernels  that the host starts
std::string cuda_runtime(const std::string &prefix, const std::string &headers,
                         const Kernels &kernels);

} // namespace espalier::targets
