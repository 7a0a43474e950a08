#include "espalier/script/recorded.h"

#include <fmt/format.h>

#include <optional>

namespace espalier::script {

std::string recorded(const std::vector<Step> &steps, std::size_t regions)
{
    std::string result;
    std::optional<std::size_t> selected;
    for (const Step &step : steps) {
        if (regions > 1 && selected != step.region)
            result += fmt::format("region({})\n", step.region + 1);
        selected = step.region;
        result += step.call + "\n";
    }
    return result;
}

} // namespace espalier::script
