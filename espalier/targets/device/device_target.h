#pragma once

#include "espalier/lowering/names.h"
#include "espalier/targets/device/device_code.h"
#include "espalier/targets/device/device_language.h"

#include <string>
#include <vector>

namespace espalier::targets {

/// A file that stands beside the host's.
struct DeviceFile {
    std::string name; ///< without a folder
    std::string text;
};

/// What becomes of a file's kernels.
struct DeviceFiles {
    std::string host;               ///< definitions in the host's file, in front of all regions
    std::vector<DeviceFile> beside; ///< the same ones, whatever regions there are
};

/// A kind of devices that run parts of a file.
class DeviceTarget {
public:
    virtual ~DeviceTarget() = default;

    virtual const DeviceLanguage &language() const = 0;

    /// What names of kernels begin with, which all files of a program may have.
    /// \param stem  of the names of files
    virtual std::string kernel_prefix(const std::string &stem) const = 0;

    /// \param kernels  of all regions; empty: nothing of the file runs on a device, and the host's
    ///                 file has no definitions
    /// \param stem     of the names of the files beside the host's: "gemm" of gemm_kernel.cl
    virtual DeviceFiles files(const Kernels &kernels, const lowering::Names &names,
                              const std::string &stem) const = 0;
};

} // namespace espalier::targets
