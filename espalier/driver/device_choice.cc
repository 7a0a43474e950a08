#include "espalier/driver/device_choice.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/base/checked.h"
#include "espalier/machine/array_shapes.h"
#include "espalier/machine/estimate.h"
#include "espalier/targets/c/runtime_check.h"
#include "espalier/targets/device/transfers.h"

#include <algorithm>
#include <cmath>

namespace espalier::driver {

namespace {

std::map<std::string, machine::DeviceGrid> grids(const DeviceCandidate &candidate)
{
    std::map<std::string, machine::DeviceGrid> result;
    const isl::set context = program::code_context(candidate.program);
    for (const auto &[mark, kernel] : candidate.tree.kernels) {
        machine::DeviceGrid &grid = result[mark];
        grid.on_chip.insert(kernel.memory.own.begin(), kernel.memory.own.end());
        for (const auto &[array, lengths] : kernel.memory.shared)
            grid.on_chip.insert(array);
        for (std::size_t k = 0; k < kernel.dimensions.size(); ++k) {
            const strategies::DeviceDimension &dimension = kernel.dimensions[k];
            const std::string number = std::to_string(k);
            grid.dimensions.push_back(
                {candidate.names.block_prefix + number, candidate.names.thread_prefix + number,
                 dimension.blocks ? ast::value(*dimension.blocks, context)
                                  : ast::integer(dimension.max_blocks.value()),
                 dimension.threads});
        }
    }
    return result;
}

/// What a candidate takes for several sizes: what does not depend on these is found out once.
class DeviceTimes {
public:
    explicit DeviceTimes(const DeviceCandidate &candidate)
        : candidate_(candidate), grids_(grids(candidate))
    {
        const program::Program &program = candidate.program;
        for (std::size_t k = 0; k < program.arrays.size(); ++k) {
            const program::Array &array = program.arrays[k];
            if (array.extents.empty() || !targets::is_accessed(program, k))
                continue;
            int ways = 0;
            if (!array.is_local) {
                const targets::Transfer transfer =
                    targets::transfer_of(program, candidate.dependences, k);
                ways = (transfer.goes ? 1 : 0) + (transfer.back ? 1 : 0);
            }
            memory_.push_back({k, ways});
        }
    }

    std::optional<DeviceSeconds> seconds(const ast::Values &sizes) const
    {
        const auto kernels = machine::estimate(candidate_.tree.program, candidate_.loops, grids_,
                                               candidate_.persistent, candidate_.device, sizes);
        if (!kernels)
            return std::nullopt;
        try {
            return DeviceSeconds{kernels->seconds,
                                 transfers(sizes) + candidate_.device.wait_us * 1e-6};
        } catch (const NumberTooLarge &) {
            return std::nullopt;
        }
    }

private:
    /// An array on the device, and how often it is copied: there, back, or both.
    struct Memory {
        std::size_t array;
        int ways;
    };

    /// The seconds until the device has its memory, with what is live, and the host what it leaves.
    double transfers(const ast::Values &sizes) const
    {
        const std::vector<machine::ArrayShape> shapes =
            machine::array_shapes(candidate_.program, sizes);
        double bytes = 0;
        for (const Memory &one : memory_)
            if (one.ways > 0)
                bytes += shapes[one.array].bytes * one.ways;
        return bytes / candidate_.device.copy_gbs * 1e-9 +
               double(memory_.size()) * candidate_.device.allocate_us * 1e-6;
    }

    const DeviceCandidate &candidate_;
    std::map<std::string, machine::DeviceGrid> grids_;
    std::vector<Memory> memory_;
};

} // namespace

std::optional<machine::DeviceEstimate> estimate_on_device(const DeviceCandidate &candidate,
                                                          const ast::Values &sizes)
{
    return machine::estimate(candidate.tree.program, candidate.loops, grids(candidate),
                             candidate.persistent, candidate.device, sizes);
}

std::optional<DeviceSeconds> seconds_on_device(const DeviceCandidate &candidate,
                                               const ast::Values &sizes)
{
    return DeviceTimes(candidate).seconds(sizes);
}

std::optional<double> seconds_on_host(const Choice &choice, const machine::Machine &host,
                                      const machine::Device &device, const ast::Values &sizes)
{
    if (!choice.code)
        return std::nullopt;
    const auto found = machine::estimate(choice.code->program, choice.code->loops, host, sizes);
    if (!found)
        return std::nullopt;
    return found->cycles / device.host_gigahertz * 1e-9;
}

LeastWork least_work(const DeviceCandidate &candidate, const std::vector<Choice> &on_host,
                     const machine::Machine &host)
{
    const machine::AssumedSizes assumed(candidate.region);
    const DeviceTimes times(candidate);
    return least_work(candidate.region, assumed, [&](long size, const isl::set &where) {
        const std::optional<ast::Values> sizes = assumed.values(size, where);
        const auto on_device = sizes ? times.seconds(*sizes) : std::nullopt;
        return on_device && std::ranges::any_of(on_host, [&](const Choice &choice) {
                   const auto seconds = seconds_on_host(choice, host, candidate.device, *sizes);
                   return seconds && *seconds < on_device->all();
               });
    });
}

} // namespace espalier::driver
