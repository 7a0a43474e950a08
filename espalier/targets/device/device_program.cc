#include "espalier/targets/device/device_program.h"

#include "espalier/base/words.h"
#include "espalier/program/value_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace espalier::targets {

namespace {

using program::Expression;

/// Whether devices have a function of <math.h> as well, for any floating type.
bool is_math_function(const std::string &name)
{
    static const std::set<std::string> functions = {
        "acos",  "acosh",    "asin",  "asinh", "atan", "atan2", "atanh",     "cbrt",
        "ceil",  "copysign", "cos",   "cosh",  "erf",  "erfc",  "exp",       "exp2",
        "expm1", "fabs",     "fdim",  "floor", "fma",  "fmax",  "fmin",      "fmod",
        "hypot", "log",      "log10", "log1p", "log2", "pow",   "remainder", "rint",
        "round", "sin",      "sinh",  "sqrt",  "tan",  "tanh",  "trunc"};
    return functions.contains(name);
}

/// A function of a device's, and the type that it is to compute with.
struct DeviceFunction {
    std::string name, type;
};

/// The function of a device that does what one of C's does; nothing if there is none.
std::optional<DeviceFunction> device_function(std::string name, bool has_overloads)
{
    if (name.starts_with("__builtin_"))
        name = name.substr(std::string("__builtin_").size());
    if (is_math_function(name))
        return DeviceFunction{name, "double"};
    if (!name.ends_with("f"))
        return std::nullopt;
    const std::string plain = name.substr(0, name.size() - 1);
    if (is_math_function(plain))
        return DeviceFunction{has_overloads ? plain : name, "float"};
    return std::nullopt;
}

/// Whether devices have a type, of the same size as here.
bool is_device_type(const std::string &type)
{
    static const std::set<std::string> types = {
        "char",         "signed char", "unsigned char", "short", "unsigned short", "int",
        "unsigned int", "long",        "unsigned long", "float", "double"};
    return types.contains(type);
}

/// Whether a name is that of a symbolic constant.
bool is_constant(const program::Program &program, const std::string &name)
{
    return std::ranges::any_of(program.parameters, [&](const program::Parameter &constant) {
        return constant.id.name() == name;
    });
}

std::optional<std::string> objection(const program::Parameter &constant,
                                     const DeviceLanguage &language)
{
    const std::string name = constant.id.name();
    if (language.words.contains(name))
        return fmt::format("`{}` is a word of the device's language", name);
    if (!is_device_type(constant.type))
        return fmt::format("`{}` is of the type `{}`", name, constant.type);
    return std::nullopt;
}

std::optional<std::string> objection(const program::Array &array)
{
    if (array.pointer_read)
        return fmt::format("`{}` need not be there", array.name);
    if (array.pointer_dimensions > 0)
        return fmt::format("the rows of `{}` are behind pointers", array.name);
    if (std::any_of(array.spelling.begin() + 1, array.spelling.end(),
                    [](const std::string &member) { return !member.empty(); }))
        return fmt::format("the elements of `{}` are parts of structures", array.name);
    if (!is_device_type(array.element_type))
        return fmt::format("the elements of `{}` are of the type `{}`", array.name,
                           array.element_type);
    for (std::size_t k = 1; k < array.extents.size(); ++k)
        if (!array.extents[k])
            return fmt::format("the rows of `{}` have no length", array.name);
    if (array.has_triangular_rows && array.extents.size() > 2)
        return fmt::format("the rows of `{}` are those of a triangle", array.name);
    return std::nullopt;
}

std::optional<std::string> objection(const program::Program &program, const Expression &part)
{
    if (const auto *variable = std::get_if<program::ConstantVariable>(&part.node);
        variable && !is_constant(program, variable->name))
        return fmt::format("devices have no variable `{}`", variable->name);
    if (const auto *literal = std::get_if<program::Literal>(&part.node);
        literal && (std::isalpha(static_cast<unsigned char>(literal->spelling.front())) ||
                    literal->spelling.front() == '_'))
        return fmt::format("devices have no constant `{}`", literal->spelling);
    if (const auto *call = std::get_if<program::CallOperation>(&part.node);
        call && !device_function(call->function, false))
        return fmt::format("devices have no function `{}`", call->function);
    if (const auto *cast = std::get_if<program::CastOperation>(&part.node);
        cast && !is_device_type(cast->type))
        return fmt::format("devices have no type `{}`", cast->type);
    if (std::holds_alternative<program::IndirectValue>(part.node))
        return "data choose the elements that it accesses";
    if (std::holds_alternative<program::LocalDeclaration>(part.node) ||
        std::holds_alternative<program::DataLoop>(part.node))
        return "it has loops about which data decide";
    return std::nullopt;
}

program::ExpressionPtr with_device_functions(const program::ExpressionPtr &body, bool has_overloads)
{
    return program::replaced(body, [&](const Expression &part) -> program::ExpressionPtr {
        const auto *call = std::get_if<program::CallOperation>(&part.node);
        if (!call)
            return nullptr;
        const DeviceFunction function = *device_function(call->function, has_overloads);
        program::CallOperation other = *call;
        other.function = function.name;
        for (program::ExpressionPtr &argument : other.arguments)
            argument = program::make_expression(program::CastOperation{
                function.type, with_device_functions(argument, has_overloads)});
        return program::make_expression(std::move(other));
    });
}

std::string identifier(const std::string &name)
{
    std::string result = "a_";
    for (const char letter : name)
        result += std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
    return result;
}

} // namespace

std::optional<std::string> why_not_on_device(const program::Program &program,
                                             const DeviceLanguage &language)
{
    for (const program::Array &array : program.arrays)
        if (auto found = objection(array))
            return found;
    for (const program::Parameter &constant : program.parameters)
        if (auto found = objection(constant, language))
            return found;
    std::optional<std::string> result;
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill())
            program::for_each_part(*statement.body, [&](const Expression &part) {
                if (!result)
                    result = objection(program, part);
            });
    return result;
}

program::Program device_program(program::Program program, const std::set<std::size_t> &declared,
                                const DeviceLanguage &language)
{
    std::set<std::string> taken;
    for (std::size_t k = 0; k < program.arrays.size(); ++k) {
        program::Array &array = program.arrays[k];
        std::string name = identifier(array.name);
        while (!taken.insert(name).second)
            name += "_";
        array.spelling.assign(array.extents.size() + 1, "");
        array.spelling.front() = name;
        if (!declared.contains(k))
            array.linear_dimensions = std::max<std::size_t>(array.extents.size(), 1);
    }
    for (program::Statement &statement : program.statements)
        if (!statement.is_kill())
            statement.body = with_device_functions(statement.body, language.has_overloads);
    return program;
}

lowering::Names kernel_names(lowering::Names names)
{
    names.minimum = names.device + "_min";
    names.maximum = names.device + "_max";
    names.floor_division = names.device + "_floord";
    return names;
}

std::string device_helpers(const std::set<Helper> &helpers, const lowering::Names &names,
                           const DeviceLanguage &language)
{
    return with_replaced(define(helpers, kernel_names(names), "long"), "static inline ",
                         language.helper + "static inline ");
}

} // namespace espalier::targets
