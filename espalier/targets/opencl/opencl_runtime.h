#pragma once

#include <string>

namespace espalier::targets {

/// What host code calls to use a device (device_runtime.h), on top of OpenCL 1.2.
/// \param source  of the kernels: a definition in C of the function `_source`, which returns a text
///                for clCreateProgramWithSource, or null
std::string opencl_runtime(const std::string &prefix, const std::string &source);

/// Such a function that has the kernels in it.
std::string embedded_source(const std::string &kernels);

/// One that reads them from a file: in the folder that the environment's ESPALIER_KERNELS names, or
/// else in that of the host's source file.
std::string source_from_file(const std::string &file);

} // namespace espalier::targets
