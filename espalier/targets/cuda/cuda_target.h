#pragma once

#include "espalier/targets/device/device_target.h"

namespace espalier::targets {

/// Devices that run CUDA, or HIP: the host's file in the source's language, with what it calls, and
/// the kernels in a file `*_kernel.cu`, which `*_kernel.h` declares for both.
class CudaTarget : public DeviceTarget {
public:
    const DeviceLanguage &language() const override;
    std::string kernel_prefix(const std::string &stem) const override;
    DeviceFiles files(const Kernels &kernels, const lowering::Names &names,
                      const std::string &stem) const override;
};

} // namespace espalier::targets
