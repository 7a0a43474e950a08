#pragma once

#include "espalier/lowering/names.h"
#include "espalier/program/program.h"
#include "espalier/targets/device/device_language.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace espalier::targets {

/// What keeps a program from running on a device: types, functions and arrays that only the host
/// has; nothing if nothing does.
std::optional<std::string> why_not_on_device(const program::Program &program,
                                             const DeviceLanguage &language);

/// The program as kernels have it: arrays are pointers to their first element, with one subscript,
/// and functions have the language's names.
/// \param declared  arrays that are declared in kernels, and have all dimensions
/// Precondition: nothing keeps it from running on a device
program::Program device_program(program::Program program, const std::set<std::size_t> &declared,
                                const DeviceLanguage &language);

/// Names in kernels, of those on the host: devices have functions for numbers of several types of
/// the plain ones.
lowering::Names kernel_names(lowering::Names names);

/// The helpers that kernels call, with operations as the source has them.
/// \param names  on the host
std::string device_helpers(const std::set<Helper> &helpers, const lowering::Names &names,
                           const DeviceLanguage &language);

} // namespace espalier::targets
