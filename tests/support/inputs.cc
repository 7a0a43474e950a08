#include "tests/support/inputs.h"

#include "espalier/frontend/frontend.h"
#include "espalier/schedule/original.h"

#include <algorithm>

namespace espalier::test {

std::vector<std::filesystem::path> files(const std::filesystem::path &folder,
                                         const std::string &extension)
{
    std::vector<std::filesystem::path> result;
    if (std::filesystem::is_directory(folder))
        for (const auto &entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == extension)
                result.push_back(entry.path());
    std::ranges::sort(result);
    return result;
}

std::string test_name(const std::filesystem::path &file)
{
    std::string name = file.stem();
    std::ranges::replace(name, '-', '_');
    return name;
}

AnalyzedRegion analyzed(const program::Program &program)
{
    dependence::Dependences dependences =
        dependence::analyze(program, schedule::original_schedule(program));
    return {program, dependences, dependence::constraints(program, dependences, true)};
}

std::vector<AnalyzedRegion> analyzed_regions(const std::string &file,
                                             const presburger::Context &context)
{
    std::vector<AnalyzedRegion> result;
    for (const frontend::Region &region : frontend::extract(file, {}, context).regions)
        result.push_back(analyzed(region.program));
    return result;
}

dependence::Constraints without_coincidence(dependence::Constraints constraints)
{
    constraints.coincidence = isl::union_map::empty(constraints.domain.ctx());
    return constraints;
}

} // namespace espalier::test
