#pragma once

#include <string>

namespace espalier::targets {

/// What host code calls to use a device: `espalier_device_begin`, `_launch` and `_end`, as static
/// functions in C, on top of OpenCL 1.2. Each call of OpenCL is checked: what fails before anything
/// has run leaves the region to the host, what fails later ends the program with the name of the
/// call and the place.
/// \param prefix   of all names
/// \param kernels  the program for the device, in OpenCL C
std::string opencl_runtime(const std::string &prefix, const std::string &kernels);

} // namespace espalier::targets
