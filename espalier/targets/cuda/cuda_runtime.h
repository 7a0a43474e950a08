#pragma once

#include <string>

namespace espalier::targets {

/// What host code calls to use a device (device_runtime.h), on top of CUDA's runtime.
/// \param headers  that declare this one and the kernels
std::string cuda_runtime(const std::string &prefix, const std::string &headers);

} // namespace espalier::targets
