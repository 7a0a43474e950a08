#pragma once

#include "espalier/targets/device/device_target.h"

namespace espalier::targets {

/// Devices that run OpenCL 1.2: the host's file with what it calls, and the kernels in it, as a
/// string, or in a file `*_kernel.cl`.
class OpenClTarget : public DeviceTarget {
public:
    explicit OpenClTarget(bool embeds_kernels) : embeds_kernels_(embeds_kernels) {}

    const DeviceLanguage &language() const override;
    std::string kernel_prefix(const std::string &) const override { return ""; }
    DeviceFiles files(const Kernels &kernels, const lowering::Names &names,
                      const std::string &stem) const override;

private:
    bool embeds_kernels_;
};

} // namespace espalier::targets
