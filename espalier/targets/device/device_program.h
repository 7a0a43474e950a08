#pragma once

#include "espalier/lowering/names.h"
#include "espalier/program/program.h"
#include "espalier/targets/c/helpers.h"

#include <optional>
#include <set>
#include <string>

namespace espalier::targets {

/// What keeps a program from running on a device: types, functions and arrays that only the host
/// has; nothing if nothing does.
std::optional<std::string> why_not_on_device(const program::Program &program);

/// The program as kernels have it: arrays are pointers to their first element, with one subscript,
/// and functions have OpenCL's names.
/// Precondition: nothing keeps it from running on a device
program::Program device_program(program::Program program);

/// Names in kernels, of those on the host: OpenCL's functions for numbers of several types have the
/// plain ones.
lowering::Names kernel_names(lowering::Names names);

/// What a device's compiler gets: kernels, and the helpers that they call, with operations as the
/// source has them.
/// \param names  on the host
std::string opencl_program(const std::string &kernels, const std::set<Helper> &helpers,
                           const lowering::Names &names);

} // namespace espalier::targets
