#include "espalier/targets/c/region_function.h"

#include "espalier/base/words.h"
#include "espalier/targets/c/pragmas.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace espalier::targets {

namespace {

/// Whether the region declares a variable that hides one outside.
bool is_hidden(const program::Program &program, const program::OutsideVariable &variable)
{
    return std::ranges::any_of(program.arrays, [&](const program::Array &array) {
        const bool is_declared = array.is_declared_by_extents || !array.declaration.empty();
        return is_declared && array.spelling.front() == variable.name;
    });
}

/// Whether a variable is an array of the program, or leads to one.
bool leads_to_array(const program::Program &program, const program::OutsideVariable &variable)
{
    return std::ranges::any_of(program.arrays, [&](const program::Array &array) {
        return contains_word(array.spelling.front(), variable.name);
    });
}

/// Whether a variable is an array of the program, and none of some of them.
bool is_array_beside(const program::Program &program, const program::OutsideVariable &variable,
                     const std::set<std::size_t> &some)
{
    bool result = false;
    for (std::size_t k = 0; k < program.arrays.size(); ++k)
        if (program.arrays[k].spelling.front() == variable.name) {
            if (some.contains(k))
                return false;
            result = true;
        }
    return result;
}

/// Copies of variables that the function changes: the variables themselves, whose addresses nobody
/// takes, stay in registers where the text of the source runs.
class Copies {
public:
    /// Adds one in front of the others.
    void add(const program::OutsideVariable &variable, const std::string &copy,
             const std::string &unit)
    {
        const std::string &type = variable.changed_type;
        made_ = fmt::format("{} {} = {};\n", type, copy, variable.name) + made_;
        used_ = fmt::format("{} = {};\n", variable.name, copy) + used_;
        read_ = fmt::format("{}{} {} = *{};\n", unit, type, variable.name, copy) + read_;
        written_ = fmt::format("{}*{} = {};\n", unit, copy, variable.name) + written_;
    }

    std::string around_body(const std::string &body) const { return read_ + body + written_; }
    std::string around_call(const std::string &call) const { return made_ + call + used_; }

private:
    std::string made_, used_;    ///< by who calls
    std::string read_, written_; ///< in the function
};

/// Whether a symbolic constant is in a variable outside of functions.
bool is_global(const program::Parameter &constant,
               const std::vector<program::OutsideVariable> &outside)
{
    return !constant.reading && std::ranges::find(outside, constant.id.name(),
                                                  &program::OutsideVariable::name) == outside.end();
}

/// The name of a variable's copy, which no other one has.
std::string copy_of(const program::OutsideVariable &variable,
                    const std::vector<program::OutsideVariable> &outside, const std::string &body)
{
    std::string result = "espalier_" + variable.name;
    while (contains_word(body, result) ||
           std::ranges::find(outside, result, &program::OutsideVariable::name) != outside.end())
        result += "_";
    return result;
}

} // namespace

bool reads_constants_again(const program::Program &program,
                           const std::vector<program::OutsideVariable> &outside)
{
    return !written_integers(program).empty() &&
           std::ranges::any_of(program.parameters, [&](const program::Parameter &constant) {
               return is_global(constant, outside);
           });
}

std::vector<program::OutsideVariable> outside_of(const program::Program &program,
                                                 std::vector<program::OutsideVariable> outside,
                                                 const std::string &code,
                                                 const std::set<std::size_t> &in_one_place)
{
    std::vector<program::OutsideVariable> constants;
    const bool takes_globals = reads_constants_again(program, outside);
    for (const program::Parameter &constant : program.parameters)
        if (constant.reading || (takes_globals && is_global(constant, outside)))
            constants.push_back(
                {constant.id.name(), fmt::format("{} {}", constant.type, constant.id.name())});
    for (program::OutsideVariable &variable : outside)
        if (std::ranges::any_of(outside, [&](const program::OutsideVariable &other) {
                return is_hidden(program, other) && contains_word(variable.parameter, other.name);
            }))
            variable.parameter = variable.restricted = "";
    std::erase_if(outside, [&](const auto &variable) { return is_hidden(program, variable); });
    const bool are_known = std::ranges::all_of(outside, [&](const auto &variable) {
        return variable.restricted.empty() || leads_to_array(program, variable) ||
               !(variable.is_hidden || contains_word(code, variable.name));
    });
    for (program::OutsideVariable &variable : outside)
        if (are_known && !variable.restricted.empty() &&
            is_array_beside(program, variable, in_one_place))
            variable.parameter = variable.restricted;
    std::ranges::copy(constants, std::back_inserter(outside));
    return outside;
}

std::optional<RegionFunction> region_function(const std::string &name, const std::string &body,
                                              const std::string &unit,
                                              const std::vector<program::OutsideVariable> &outside)
{
    std::vector<std::string> parameters, arguments;
    std::string text = body, temporaries;
    Copies copies;
    const std::string directives = directives_in(body);
    for (auto variable = outside.rbegin(); variable != outside.rend(); ++variable) {
        if (!variable->is_hidden && !contains_word(text, variable->name))
            continue;
        if (!variable->temporary.empty()) {
            if (!contains_word(text, variable->name))
                temporaries = fmt::format("{}(void){};\n", unit, variable->name) + temporaries;
            temporaries = fmt::format("{}{};\n", unit, variable->temporary) + temporaries;
            continue;
        }
        if (!variable->changed_type.empty()) {
            const std::string copy = copy_of(*variable, outside, body);
            copies.add(*variable, copy, unit);
            parameters.push_back(fmt::format("{} *{}", variable->changed_type, copy));
            arguments.push_back("&" + copy);
            continue;
        }
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
    return RegionFunction{
        fmt::format("static __attribute__((noinline)) void {}({})\n{{\n{}}}\n", name,
                    fmt::join(parameters, ", "), temporaries + copies.around_body(body)),
        copies.around_call(fmt::format("{}({});\n", name, fmt::join(arguments, ", ")))};
}

} // namespace espalier::targets
