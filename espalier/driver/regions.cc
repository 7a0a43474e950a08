#include "espalier/driver/regions.h"

#include <fmt/format.h>

namespace espalier::driver {

void foreach_region(const std::string &input, const OptimizeOptions &options,
                    const presburger::Context &context, CommandResult &result,
                    const std::function<void(const frontend::Region &)> &action)
{
    frontend::Options frontend_options = options.frontend;
    frontend_options.budget = options.budget;
    frontend::Extraction extraction = result.timings.measure(
        "frontend", [&] { return frontend::extract(input, frontend_options, context); });
    result.remarks = extraction.remarks;
    for (const frontend::Region &region : extraction.regions)
        if (!context.within_budget(options.budget, [&] { action(region); }))
            result.remarks.push_back(
                {Severity::remark, DiagnosticKind::budget_exhausted, region.place,
                 "this takes more operations than the budget allows (--budget)"});
    if (extraction.regions.empty())
        result.remarks.push_back({Severity::remark,
                                  DiagnosticKind::no_region,
                                  {input, 0, 0, ""},
                                  "there is no region that can be modelled"});
}

std::string title(const frontend::Region &region)
{
    return fmt::format("{}:{}, in `{}`", region.place.file, region.place.line, region.function);
}

} // namespace espalier::driver
