#include "espalier/targets/c/region_function.h"

#include "espalier/base/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace espalier::targets {

namespace {

/// The lines of directives for compilers.
std::string directives_in(const std::string &code)
{
    std::string result, line;
    for (std::istringstream lines(code); std::getline(lines, line);)
        if (const auto first = line.find_first_not_of(" \t");
            first != line.npos && line[first] == '#')
            result += line + "\n";
    return result;
}

} // namespace

std::optional<RegionFunction> region_function(const std::string &name, const std::string &body,
                                              const std::vector<program::OutsideVariable> &outside)
{
    std::vector<std::string> parameters, arguments;
    std::string text = body;
    const std::string directives = directives_in(body);
    for (auto variable = outside.rbegin(); variable != outside.rend(); ++variable) {
        if (!variable->is_hidden && !contains_word(text, variable->name))
            continue;
        if (variable->parameter.empty() ||
            (variable->is_array && contains_word(directives, variable->name)))
            return std::nullopt;
        parameters.push_back(variable->parameter);
        arguments.push_back(variable->name);
        text += " " + variable->parameter;
    }
    std::ranges::reverse(parameters);
    std::ranges::reverse(arguments);
    if (parameters.empty())
        parameters.push_back("void");
    return RegionFunction{fmt::format("static __attribute__((noinline)) void {}({})\n{{\n{}}}\n",
                                      name, fmt::join(parameters, ", "), body),
                          fmt::format("{}({});", name, fmt::join(arguments, ", "))};
}

} // namespace espalier::targets
