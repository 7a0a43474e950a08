#pragma once

#include "espalier/lowering/code.h"
#include "espalier/targets/c/helpers.h"

#include <set>
#include <string>

namespace espalier::targets {

/// What code of the host does to have a device run parts of it.
class DeviceCode {
public:
    virtual ~DeviceCode() = default;

    /// The line by which the host starts a kernel, which becomes one of kernels().
    virtual std::string launch(const lowering::Launch &launch) = 0;

    /// Lines in front of the region's code that declare its memory on the device, and a variable of
    /// the name of is_on_device(): whether a condition holds and the device has what goes there.
    /// \param condition  in C; empty: always
    virtual std::string begin(const std::string &condition, const std::string &indentation,
                              const std::string &unit) const = 0;

    /// The line behind it, for what comes back.
    virtual std::string end(const std::string &indentation) const = 0;

    virtual std::string is_on_device() const = 0;

    /// The functions of the kernels that were launched, in the device's language.
    virtual const std::string &kernels() const = 0;

    /// Helpers that these call.
    virtual const std::set<Helper> &kernel_helpers() const = 0;
};

} // namespace espalier::targets
