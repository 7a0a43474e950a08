#include "espalier/driver/commands.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/dependence/access_file.h"
#include "espalier/dependence/listing.h"
#include "espalier/driver/regions.h"
#include "espalier/schedule/original.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>

namespace espalier::driver {

namespace {

/// One YAML document per region of a C file, each made by `describe`.
CommandResult describe_regions(
    const std::string &input, const OptimizeOptions &options,
    const std::function<std::string(const program::Program &, CommandResult &)> &describe)
{
    presburger::Context context;
    CommandResult result;
    foreach_region(input, options, context, result, [&](const frontend::Region &region) {
        result.text += fmt::format("--- # {}\n{}", title(region), describe(region.program, result));
    });
    return result;
}

} // namespace

CommandResult run_optimize(const std::string &input, const OptimizeOptions &options)
{
    CommandResult result;
    OptimizeResult optimized = optimize(input, options, result.timings);
    result.text = optimized.text;
    result.remarks = optimized.remarks;
    if (optimized.regions == 0)
        result.remarks.push_back({Severity::remark,
                                  DiagnosticKind::no_region,
                                  {input, 0, 0, ""},
                                  "there is no region to optimize; the output is the input"});
    return result;
}

CommandResult run_scop(const std::string &input, const OptimizeOptions &options)
{
    return describe_regions(input, options, [](const program::Program &program, CommandResult &) {
        return program::to_yaml(program);
    });
}

CommandResult run_deps(const std::string &input, const OptimizeOptions &options)
{
    if (std::filesystem::path(input).extension() == ".ai") {
        presburger::Context context;
        CommandResult result;
        dependence::AccessFile file =
            dependence::read_access_file(context.get(), read_file(input), input);
        dependence::ExecutionOrder order(file.order);
        result.text = to_yaml(dependence::Flow(context.get(), file.accesses, order));
        return result;
    }
    return describe_regions(
        input, options, [](const program::Program &program, CommandResult &result) {
            return result.timings.measure("dependences", [&] {
                schedule::Tree original = schedule::original_schedule(program);
                return to_yaml(program, dependence::analyze(program, original),
                               dependence::input_dependences(program, original));
            });
        });
}

std::string isl_version() { return presburger::version(); }

} // namespace espalier::driver
