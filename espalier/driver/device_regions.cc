#include "espalier/driver/device_regions.h"

#include "espalier/base/error.h"
#include "espalier/driver/code_of_plan.h"
#include "espalier/driver/device_choice.h"
#include "espalier/driver/legality.h"
#include "espalier/driver/persistent_loops.h"
#include "espalier/driver/scheduling.h"
#include "espalier/lowering/loops.h"
#include "espalier/strategies/devices/device_storage.h"
#include "espalier/strategies/devices/pivots_apart.h"
#include "espalier/targets/device/device_program.h"
#include "espalier/targets/device/device_region.h"
#include "espalier/transform/demotion.h"

#include <algorithm>
#include <climits>
#include <iterator>

namespace espalier::driver {

namespace {

/// So many times as fast as the text of the source, for each core, is no code that the host may
/// get.
constexpr double out_of_reach = 30;

void stays_on_host(RegionWork &work, const std::string &reason)
{
    work.remark(DiagnosticKind::no_transformation,
                fmt::format("the host runs the region: {}", reason));
}

/// A region with the memory that a device has beside the host's.
RegionAnalysis with_device_storage(strategies::OrderedProgram given,
                                   const strategies::CpuStrategy &strategy)
{
    strategies::OrderedProgram made = strategies::with_device_storage(std::move(given));
    return {std::move(made.program), std::move(made.original), std::move(made.dependences),
            strategy};
}

/// The order in which the region is to run; nothing, and a remark, where none is found.
std::optional<schedule::Tree> legal_order(RegionWork &work, const RegionAnalysis &known)
{
    const std::optional<schedule::Tree> order =
        scheduled_order({work.region(), known, work.options(), work.context(), work.timings()},
                        work.result.remarks);
    if (!order)
        return std::nullopt;
    const Legality legality(known.program, known.dependences, reduction_options(work.options()),
                            false);
    if (legality.check(known.program, *order).is_legal())
        return order;
    work.remark(
        DiagnosticKind::illegal_schedule,
        "the host runs the region: the order that was found for a device breaks dependences");
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

/// Why a region is none for devices, whatever is in its loops.
std::optional<std::string> objection(const RegionWork &work)
{
    if (work.file.extraction.is_cxx)
        return "there is no code for devices in C++ files yet";
    if (work.follows_script())
        return "there are no directives for devices yet";
    if (work.region().declares_for_later || !work.region().pointer_results.empty())
        return "what follows uses variables that it declares or changes";
    if (work.file.extraction.can_change_rounding)
        return "the program may change how numbers are rounded";
    return targets::why_not_on_device(work.known->analysis.program,
                                      work.options().device->language());
}

DeviceCandidate candidate(const RegionWork &work, const DevicePlan &plan)
{
    return {work.known->analysis.program,
            plan.known.program,
            plan.known.dependences,
            plan.mapped,
            plan.loops,
            work.file.names,
            work.options().device_machine,
            plan.persistent};
}

DevicePlan with_loops(const RegionWork &work, const RegionAnalysis &known,
                      strategies::DeviceTree mapped)
{
    ast::NodePtr loops = work.timings().measure("codegen", [&] {
        return lowering::loops({.program = mapped.program,
                                .tree = mapped.tree,
                                .upper_bound = ast::UpperBound::conjunction},
                               work.file.names.iterator_prefix);
    });
    DevicePlan plan{known, std::move(mapped), std::move(loops)};
    const targets::DeviceLanguage &language = work.options().device->language();
    if (!language.grid_barrier.empty())
        plan.persistent = work.timings().measure("estimate", [&] {
            return persistent_loops(candidate(work, plan), language.block_bytes);
        });
    return plan;
}

/// The one that takes less by the estimates for usual sizes; the first if there are none.
DevicePlan faster(const RegionWork &work, DevicePlan one, DevicePlan other)
{
    const std::optional<ast::Values> sizes = machine::assumed_sizes(work.known->analysis.program);
    const auto of_one = sizes ? seconds_on_device(candidate(work, one), *sizes) : std::nullopt,
               of_other = sizes ? seconds_on_device(candidate(work, other), *sizes) : std::nullopt;
    return of_one && of_other && of_other->kernels < of_one->kernels ? std::move(other)
                                                                     : std::move(one);
}

/// Has code in front of other code that stands behind its checks.
void add_helpers(targets::RegionCode &code, targets::RegionCode &&behind)
{
    code.helpers.merge(behind.helpers);
    lowering::add_definitions(code.definitions, behind.definitions);
    code.function += behind.function;
}

/// \return nothing, and a remark, where none is found
std::optional<DevicePlan> plan_of(RegionWork &work, const RegionAnalysis &known)
{
    const std::optional<schedule::Tree> order = legal_order(work, known);
    if (!order)
        return std::nullopt;
    const auto mapped = [&](const auto &strategy) {
        const lowering::Names &names = work.file.names;
        return work.timings().measure("strategy", [&] {
            return strategy(
                known.program, known.dependences, *order,
                strategies::DeviceNames{names.block_prefix, names.thread_prefix, names.device},
                std::min(long(work.options().device_machine.block_bytes),
                         work.options().device->language().block_bytes));
        });
    };
    strategies::DeviceTree plain = mapped(strategies::mapped_to_device);
    if (!plain.has_threads()) {
        stays_on_host(work, "it has no loop whose iterations are independent");
        return std::nullopt;
    }
    DevicePlan plan = with_loops(work, known, std::move(plain));
    if (auto tiled = mapped(strategies::mapped_with_overlapped_tiles))
        plan = faster(work, std::move(plan), with_loops(work, known, std::move(*tiled)));
    return plan;
}

/// Programs that do the same as the region, and may have more independent iterations.
std::vector<program::Program> forms_for_devices(const RegionWork &work)
{
    const RegionAnalysis &given = work.known->analysis;
    std::vector<program::Program> result;
    work.timings().measure("strategy", [&] {
        for (auto made : {transform::with_scalars_demoted(given.program, given.dependences),
                          strategies::with_pivots_apart(given.program)})
            if (made)
                result.push_back(std::move(*made));
    });
    return result;
}

} // namespace

std::optional<DevicePlan> plan_for_device(RegionWork &work)
{
    if (const std::optional<std::string> reason = objection(work)) {
        stays_on_host(work, *reason);
        return std::nullopt;
    }
    const RegionAnalysis &given = work.known->analysis;
    const auto with_storage = [&](strategies::OrderedProgram ordered) {
        return work.timings().measure(
            "dependences", [&] { return with_device_storage(std::move(ordered), given.strategy); });
    };
    const std::vector<Diagnostic> remarks = work.result.remarks;
    std::optional<DevicePlan> plan =
        plan_of(work, with_storage({given.program, given.original, given.dependences}));
    for (program::Program &form : forms_for_devices(work)) {
        const std::vector<Diagnostic> remarks_of_plan = work.result.remarks;
        auto other = plan_of(work, with_storage(strategies::ordered(std::move(form))));
        work.result.remarks = plan || !other ? remarks_of_plan : remarks;
        if (plan && other)
            plan = faster(work, std::move(*plan), std::move(*other));
        else if (other)
            plan = std::move(other);
    }
    return plan;
}

Sooner who_is_sooner(RegionWork &work, const DevicePlan &plan, const std::vector<Choice> &on_host)
{
    const machine::Device &device = work.options().device_machine;
    if (device.launch_us == 0)
        return Sooner::device;
    const DeviceCandidate candidate = driver::candidate(work, plan);
    const std::optional<ast::Values> sizes = machine::assumed_sizes(candidate.region);
    const auto own = sizes ? seconds_on_device(candidate, *sizes) : std::nullopt;
    if (!own)
        return Sooner::uncertain;
    std::optional<double> least, source;
    for (const Choice &choice : on_host)
        if (const auto seconds = seconds_on_host(choice, work.options().machine, device, *sizes)) {
            least = std::min(*seconds, least.value_or(*seconds));
            if (choice.is_source)
                source = seconds;
        }
    const bool is_host = least && *least < own->all();
    if (least && (is_host || work.options().explain))
        work.remark(is_host ? DiagnosticKind::no_transformation : DiagnosticKind::transformed,
                    fmt::format("{} runs the region sooner by the estimates for usual sizes: the "
                                "device takes {:.3g} ms ({:.3g} of them for transfers), the host "
                                "{:.3g} ms",
                                is_host ? "the host" : "the device", 1e3 * own->all(),
                                1e3 * own->transfers, 1e3 * *least));
    if (is_host)
        return Sooner::host;
    const double reach = out_of_reach * double(work.options().machine.cores);
    return source && *source > reach * own->all() ? Sooner::device : Sooner::uncertain;
}

std::optional<targets::RegionCode> code_for_device(RegionWork &work, const DevicePlan &plan,
                                                   const std::vector<Choice> &on_host,
                                                   std::optional<targets::RegionCode> host)
{
    const program::Program &program = plan.known.program;
    targets::RegionStyle style = region_style(work, {.plan = {program, plan.mapped.tree}});
    if (host)
        style.original = host->text;
    style.without_device = work.known->analysis.program;
    style.device_parts = device_parts(program, plan.mapped, style.names);
    style.device_parts.persistent = plan.persistent;
    style.device_loops = plan.loops;
    if (work.options().device_machine.launch_us > 0)
        style.least_work = work.timings().measure("estimate", [&] {
            return conditions(work.known->analysis.program,
                              least_work(candidate(work, plan), on_host, work.options().machine));
        });
    style.device = [&](targets::CPrinter &printer) {
        const targets::DeviceTarget &target = *work.options().device;
        return std::make_unique<targets::DeviceRegion>(
            program, target.language(), plan.known.dependences, plan.loops, plan.mapped,
            target.kernel_prefix(work.options().device_stem) + style.function, style.names,
            printer);
    };
    try {
        std::optional<targets::RegionCode> code = work.timings().measure("codegen", [&] {
            return targets::generate_region({.program = plan.mapped.program,
                                             .tree = plan.mapped.tree,
                                             .upper_bound = ast::UpperBound::conjunction},
                                            style);
        });
        if (!code)
            stays_on_host(work, "arrays in it may overlap, and the memory that it touches has no "
                                "bounds to check");
        else if (host)
            add_helpers(*code, std::move(*host));
        return code;
    } catch (const Error &error) {
        if (error.diagnostic().kind != DiagnosticKind::impossible_code)
            throw;
        stays_on_host(work, error.what());
        return std::nullopt;
    }
}

} // namespace espalier::driver
