#pragma once

#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/c/helpers.h"

#include <set>
#include <string>
#include <vector>

namespace espalier::targets {

/// Functions in a device's language.
struct Kernels {
    std::string text = {};
    std::vector<std::string> declarations = {}; ///< of those that the host launches
    std::set<Helper> helpers = {};              ///< that they call
    bool start_alone = false;                   ///< some are started by Launch
    bool start_together = false;                ///< some are started by PersistentKernel

    bool empty() const { return text.empty(); }

    /// Adds those of another region.
    void add(const Kernels &other)
    {
        text += (text.empty() || other.text.empty() ? "" : "\n") + other.text;
        declarations.insert(declarations.end(), other.declarations.begin(),
                            other.declarations.end());
        helpers.insert(other.helpers.begin(), other.helpers.end());
        start_alone |= other.start_alone;
        start_together |= other.start_together;
    }
};

/// What code of the host does to have a device run parts of it.
/// What the host starts becomes one of kernels().
class DeviceCode : public LaunchPrinter {
public:
    /// Lines in front of the region's code that declare its memory on the device, and a variable of
    /// the name of is_on_device(): whether a condition holds and the device has what goes there.
    /// \param condition  in C; empty: always
    virtual std::string begin(const std::string &condition, const std::string &indentation,
                              const std::string &unit) const = 0;

    /// The line behind it, for what comes back.
    virtual std::string end(const std::string &indentation) const = 0;

    virtual std::string is_on_device() const = 0;

    /// That were launched.
    virtual Kernels kernels() const = 0;
};

} // namespace espalier::targets
