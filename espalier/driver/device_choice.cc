#include "espalier/driver/device_choice.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/base/checked.h"
#include "espalier/machine/array_shapes.h"
#include "espalier/machine/device_estimate.h"
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

/// The seconds until the device has its memory, with what is live, and the host what it leaves.
double seconds_of_transfers(const DeviceCandidate &candidate, const ast::Values &sizes)
{
    const std::vector<machine::ArrayShape> shapes = machine::array_shapes(candidate.program, sizes);
    double bytes = 0, arrays = 0;
    for (std::size_t k = 0; k < shapes.size(); ++k) {
        const program::Array &array = candidate.program.arrays[k];
        if (array.extents.empty() || !targets::is_accessed(candidate.program, k))
            continue;
        ++arrays;
        if (array.is_local)
            continue;
        const targets::Transfer transfer =
            targets::transfer_of(candidate.program, candidate.dependences, k);
        bytes += shapes[k].bytes * ((transfer.goes ? 1 : 0) + (transfer.back ? 1 : 0));
    }
    return bytes / candidate.device.copy_gbs * 1e-9 + arrays * candidate.device.allocate_us * 1e-6;
}

} // namespace

std::optional<DeviceSeconds> seconds_on_device(const DeviceCandidate &candidate,
                                               const ast::Values &sizes)
{
    const auto kernels = machine::estimate(candidate.tree.program, candidate.loops,
                                           grids(candidate), candidate.device, sizes);
    if (!kernels)
        return std::nullopt;
    try {
        return DeviceSeconds{kernels->seconds, seconds_of_transfers(candidate, sizes) +
                                                   candidate.device.wait_us * 1e-6};
    } catch (const NumberTooLarge &) {
        return std::nullopt;
    }
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
    return least_work(candidate.region, assumed, [&](long size, const isl::set &where) {
        const std::optional<ast::Values> sizes = assumed.values(size, where);
        const auto on_device = sizes ? seconds_on_device(candidate, *sizes) : std::nullopt;
        return on_device && std::ranges::any_of(on_host, [&](const Choice &choice) {
                   const auto seconds = seconds_on_host(choice, host, candidate.device, *sizes);
                   return seconds && *seconds < on_device->all();
               });
    });
}

} // namespace espalier::driver
