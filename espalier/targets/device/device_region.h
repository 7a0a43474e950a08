#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/lowering/code.h"
#include "espalier/strategies/devices/device_mapping.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/device/device_code.h"
#include "espalier/targets/device/device_language.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace espalier::targets {

/// What runs on a device of a region: its kernels, what they are given, and the memory that goes to
/// the device in front of the region and comes back behind it.
class DeviceRegion : public DeviceCode {
public:
    /// \param program  as the host knows it
    /// \param dependences  of that
    /// \param tree     with the kernels' own program
    /// \param loops    of the whole region
    /// \param language  of the kernels
    /// \param name     that those of the kernels begin with
    /// \param host     prints the code of the host
    /// \throws Error{impossible_code}, with the reason, if it cannot run on a device
    DeviceRegion(const program::Program &program, const DeviceLanguage &language,
                 const dependence::Dependences &dependences, const ast::NodePtr &loops,
                 const strategies::DeviceTree &tree, std::string name, const lowering::Names &names,
                 CPrinter &host);

    std::string launch(const lowering::Launch &launch, const std::string &indentation) override;
    std::string launch(const lowering::PersistentKernel &kernel,
                       const std::string &indentation) override;
    std::string begin(const std::string &condition, const std::string &indentation,
                      const std::string &unit) const override;
    std::string end(const std::string &indentation) const override;
    std::string is_on_device() const override { return names_.device + "_runs"; }
    Kernels kernels() const override;

private:
    class Turns;

    /// An array on the device.
    struct Buffer {
        std::size_t array;
        std::string memory; ///< initialiser of what the runtime is told
    };

    std::string body(const lowering::Launch &launch, const strategies::DeviceKernel &kernel,
                     const std::string &indentation);
    std::string add_kernel(const std::string &parameters, const std::string &body);
    void add_buffer(std::size_t array);
    std::string own_memory(const program::Array &one) const;
    std::string host_memory(std::size_t array) const;
    bool is_given_by_value(std::size_t array) const;
    std::string parameters(const std::string &body, const std::vector<std::size_t> &own,
                           const std::string &restricted, std::string &arguments) const;
    std::string own_arrays(const std::string &body, const strategies::DeviceKernel &kernel,
                           const std::string &indentation) const;
    std::string shared_arrays(const std::string &body, const strategies::DeviceKernel &kernel,
                              const std::string &indentation) const;
    std::string numbers(const std::string &body, const strategies::DeviceKernel &kernel,
                        const std::array<std::string, 3> &blocks,
                        const std::array<std::string, 3> &threads,
                        const std::string &indentation) const;
    std::vector<std::string> blocks(const strategies::DeviceKernel &kernel) const;

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    const DeviceLanguage &language_;
    program::Program on_device_;
    const std::map<std::string, strategies::DeviceKernel> &shapes_;
    std::string name_;
    lowering::Names names_;
    CPrinter &host_;
    CPrinter printer_; ///< of kernels
    std::vector<Buffer> buffers_;
    std::set<std::string> variables_; ///< of loops, and what is computed in front of them
    Kernels kernels_;
};

} // namespace espalier::targets
