#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/dependence/access_file.h"
#include "espalier/dependence/flow.h"
#include "espalier/dependence/listing.h"
#include "espalier/dependence/promises.h"
#include "espalier/driver/commands.h"
#include "espalier/driver/regions.h"
#include "espalier/report/dependence_text.h"
#include "espalier/schedule/original.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

namespace espalier::driver {

namespace {

using report::RegionDependences;

RegionDependences dependences_of(const frontend::Region &region, Timings &timings)
{
    return timings.measure("dependences", [&] {
        schedule::Tree original = schedule::original_schedule(region.program);
        return RegionDependences{
            title(region), region.program,
            dependence::without_promised(dependence::analyze(region.program, original),
                                         region.program, region.independent_loops),
            dependence::input_dependences(region.program, original)};
    });
}

std::string to_yaml(const RegionDependences &region)
{
    return fmt::format("--- # {}\n{}", region.title,
                       dependence::to_yaml(region.program, region.dependences, region.input));
}

CommandResult flow_of_access_file(const std::string &input, DependenceFormat format)
{
    if (format != DependenceFormat::yaml)
        throw Error(Fault::command_line, DiagnosticKind::bad_command_line,
                    "the dependences of an `.ai` file have isl's format only (`--format=yaml`): "
                    "text and pictures need the C source");
    presburger::Context context;
    CommandResult result;
    dependence::AccessFile file =
        dependence::read_access_file(context.get(), read_file(input), input);
    dependence::ExecutionOrder order(file.order);
    result.text = dependence::to_yaml(dependence::Flow(context.get(), file.accesses, order));
    return result;
}

} // namespace

CommandResult run_deps(const std::string &input, const OptimizeOptions &options,
                       const DependenceOptions &dependences)
{
    if (std::filesystem::path(input).extension() == ".ai")
        return flow_of_access_file(input, dependences.format);
    presburger::Context context;
    CommandResult result;
    std::vector<report::Picture> pictures;
    std::vector<std::string> parts;
    foreach_region(input, options, context, result, [&](const frontend::Region &region) {
        RegionDependences found = dependences_of(region, result.timings);
        switch (dependences.format) {
        case DependenceFormat::yaml:
            parts.push_back(to_yaml(found));
            break;
        case DependenceFormat::text:
            parts.push_back(report::to_text(found));
            break;
        case DependenceFormat::svg:
            pictures.push_back(report::dependence_picture(found, dependences.edges));
            break;
        case DependenceFormat::html:
            parts.push_back(report::dependence_section(found, dependences.edges));
            break;
        }
    });
    if (dependences.format == DependenceFormat::svg)
        result.text = report::to_document(pictures);
    else if (dependences.format == DependenceFormat::html)
        result.text = report::dependence_page(parts);
    else
        result.text = fmt::format("{}", fmt::join(parts, "\n"));
    return result;
}

} // namespace espalier::driver
