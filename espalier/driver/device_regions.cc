#include "espalier/driver/device_regions.h"

#include "espalier/driver/code_of_plan.h"
#include "espalier/driver/legality.h"
#include "espalier/driver/scheduling.h"
#include "espalier/strategies/device_mapping.h"
#include "espalier/targets/device/device_region.h"

#include <algorithm>
#include <climits>
#include <iterator>

namespace espalier::driver {

namespace {

/// The order in which the region is to run; nothing, and a remark, where none is found.
std::optional<schedule::Tree> legal_order(RegionWork &work)
{
    const RegionAnalysis &known = work.known->analysis;
    const std::optional<schedule::Tree> order =
        scheduled_order({work.region(), known, work.options(), work.context(), work.timings()},
                        work.result.remarks);
    if (!order)
        return std::nullopt;
    const Legality legality(known.program, known.dependences, reduction_options(work.options()),
                            false);
    if (legality.check(known.program, *order).is_legal())
        return order;
    work.remark(DiagnosticKind::illegal_schedule,
                "the region was left as it was: the order that was found breaks dependences");
    return std::nullopt;
}

/// \param program  without what kernels have beside the device's memory
lowering::DeviceParts device_parts(const program::Program &program,
                                   const strategies::DeviceTree &tree, const lowering::Names &names)
{
    lowering::DeviceParts result;
    auto add_number = [&](const std::string &name, long count) {
        mpz_class &greatest = result.numbers[name].greatest;
        greatest = std::max(greatest, mpz_class(count - 1));
    };
    for (const auto &[mark, kernel] : tree.kernels) {
        result.kernels.insert(mark);
        result.barriers.insert(kernel.memory.barriers.begin(), kernel.memory.barriers.end());
        std::ranges::copy_if(kernel.memory.own,
                             std::inserter(result.registers, result.registers.end()),
                             [&](std::size_t array) { return array >= program.arrays.size(); });
        for (std::size_t k = 0; k < kernel.dimensions.size(); ++k) {
            add_number(names.block_prefix + std::to_string(k),
                       kernel.dimensions[k].max_blocks.value_or(INT_MAX));
            add_number(names.thread_prefix + std::to_string(k), kernel.dimensions[k].threads);
        }
    }
    return result;
}

} // namespace

std::optional<targets::RegionCode> code_for_device(RegionWork &work)
{
    const program::Program &program = work.known->analysis.program;
    auto leave = [&](const char *reason) {
        work.remark(DiagnosticKind::no_transformation,
                    fmt::format("the region was left as it was: {}", reason));
        return std::nullopt;
    };
    if (work.file.extraction.is_cxx)
        return leave("there is no code for devices in C++ files yet");
    if (work.follows_script())
        return leave("there are no directives for devices yet");
    if (work.region().declares_for_later || !work.region().pointer_results.empty())
        return leave("what follows uses variables that it declares or changes");
    if (work.file.extraction.can_change_rounding)
        return leave("the program may change how numbers are rounded");
    const std::optional<schedule::Tree> order = legal_order(work);
    if (!order)
        return std::nullopt;
    const strategies::DeviceTree mapped = work.timings().measure("strategy", [&] {
        return strategies::mapped_to_device(
            program, work.known->analysis.dependences, *order,
            {work.file.names.block_prefix, work.file.names.thread_prefix, work.file.names.device});
    });
    if (!mapped.has_threads())
        return leave("it has no loop whose iterations are independent");
    targets::RegionStyle style = region_style(work, {.plan = {program, mapped.tree}});
    style.without_device = program;
    style.device_parts = device_parts(program, mapped, style.names);
    style.device = [&](const ast::NodePtr &loops, targets::CPrinter &host) {
        const targets::DeviceTarget &target = *work.options().device;
        return std::make_unique<targets::DeviceRegion>(
            program, target.language(), work.known->analysis.dependences, loops, mapped,
            target.kernel_prefix(work.options().device_stem) + style.function, style.names, host);
    };
    std::optional<targets::RegionCode> code = work.timings().measure("codegen", [&] {
        return targets::generate_region({.program = mapped.program,
                                         .tree = mapped.tree,
                                         .upper_bound = ast::UpperBound::conjunction},
                                        style);
    });
    if (!code)
        return leave("arrays in it may overlap, and the memory that it touches has no bounds to "
                     "check");
    return code;
}

} // namespace espalier::driver
