#include "espalier/driver/commands.h"

#include "espalier/driver/regions.h"

#include <fmt/format.h>

namespace espalier::driver {

CommandResult run_optimize(const std::string &input, const OptimizeOptions &options)
{
    CommandResult result;
    OptimizeResult optimized = optimize(input, options, result.timings);
    result.text = optimized.text;
    result.beside = optimized.beside;
    result.remarks = optimized.remarks;
    result.prints = optimized.prints;
    if (options.emit_script)
        result.script = fmt::format("-- What Espalier does with {} by itself; to be changed, and "
                                    "applied with --script.\n{}",
                                    input, optimized.script);
    if (optimized.regions.empty())
        result.remarks.push_back({Severity::remark,
                                  DiagnosticKind::no_region,
                                  {input, 0, 0, ""},
                                  "there is no region to optimize; the output is the input"});
    return result;
}

CommandResult run_scop(const std::string &input, const OptimizeOptions &options)
{
    presburger::Context context;
    CommandResult result;
    foreach_region(input, options, context, result, [&](const frontend::Region &region) {
        result.text += fmt::format("--- # {}\n{}", title(region), program::to_yaml(region.program));
    });
    return result;
}

CommandResult run_machine() { return {machine::to_yaml(machine::detect_machine())}; }

CommandResult run_device(const std::string &name)
{
    return {machine::to_yaml(machine::named_device(name))};
}

CommandResult run_machine_measurement()
{
    return {machine::to_yaml(machine::measured(machine::detect_machine()))};
}

std::string isl_version() { return presburger::version(); }

} // namespace espalier::driver
