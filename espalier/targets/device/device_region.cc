#include "espalier/targets/device/device_region.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/walk.h"
#include "espalier/base/error.h"
#include "espalier/base/words.h"
#include "espalier/lowering/elements.h"
#include "espalier/targets/c/extents.h"
#include "espalier/targets/c/runtime_check.h"
#include "espalier/targets/device/device_program.h"
#include "espalier/targets/device/transfers.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::targets {

namespace {

[[noreturn]] void impossible(const std::string &reason)
{
    throw Error(Fault::input, DiagnosticKind::impossible_code,
                "the region cannot run on a device: " + reason);
}

/// \param given  arrays in front of this position are the region's
program::Program supported(const strategies::DeviceTree &tree, std::size_t given,
                           const DeviceLanguage &language)
{
    if (const auto reason = why_not_on_device(tree.program, language))
        impossible(*reason);
    std::set<std::size_t> declared;
    for (std::size_t array = given; array < tree.program.arrays.size(); ++array)
        if (tree.declares(array))
            declared.insert(array);
    return device_program(tree.program, declared, language);
}

void collect_variables(const ast::Node &node, std::set<std::string> &names)
{
    if (const auto *loop = std::get_if<ast::For>(&node.node))
        names.insert(loop->iterator);
    else if (const auto *let = std::get_if<ast::Let>(&node.node))
        names.insert(let->name);
    ast::foreach_child(node, [&](const ast::NodePtr &child) { collect_variables(*child, names); });
}

/// How many elements an array has that threads or blocks have for themselves.
/// \throws Error{impossible_code} if they are many, or that is not known
long elements(const program::Array &array, long most)
{
    long result = 1;
    for (const std::optional<isl::pw_aff> &extent : array.extents) {
        const std::optional<long> length = program::constant_extent(extent, most);
        result *= length.value_or(most + 1);
        if (result > most)
            impossible(fmt::format("threads have no memory for a `{}` of their own", array.name));
    }
    return std::max(result, 1L);
}

/// "[4][16]"
std::string dimensions(const program::Array &array, long most)
{
    const long all = elements(array, most);
    if (array.linear_dimensions > 1)
        return fmt::format("[{}]", all);
    std::string result;
    for (const std::optional<isl::pw_aff> &extent : array.extents)
        result += fmt::format("[{}]", program::constant_extent(extent, most).value());
    return result;
}

bool is_own(const strategies::DeviceKernel &kernel, std::size_t array)
{
    return std::ranges::find(kernel.memory.own, array) != kernel.memory.own.end();
}

} // namespace

DeviceRegion::DeviceRegion(const program::Program &program, const DeviceLanguage &language,
                           const dependence::Dependences &dependences, const ast::NodePtr &loops,
                           const strategies::DeviceTree &tree, std::string name,
                           const lowering::Names &names, CPrinter &host)
    : program_(program), dependences_(dependences), language_(language),
      on_device_(supported(tree, program.arrays.size(), language)), shapes_(tree.kernels),
      name_(std::move(name)), names_(names), host_(host),
      printer_(on_device_, kernel_names(names), language.target)
{
    printer_.wait_by(language.barrier);
    collect_variables(*loops, variables_);
    for (std::size_t array = program.arrays.size(); array < tree.program.arrays.size(); ++array)
        if (!tree.declares(array))
            buffers_.push_back({array, own_memory(tree.program.arrays[array])});
    for (std::size_t array = 0; array < program.arrays.size(); ++array) {
        const bool is_own_everywhere = std::ranges::all_of(
            shapes_, [&](const auto &kernel) { return is_own(kernel.second, array); });
        if (is_accessed(program, array) && !is_own_everywhere && !is_given_by_value(array))
            add_buffer(array);
    }
}

bool DeviceRegion::is_given_by_value(std::size_t array) const
{
    const program::Array &one = program_.arrays[array];
    return one.extents.empty() && !one.is_local && !transform::is_written(program_, array);
}

void DeviceRegion::add_buffer(std::size_t array)
{
    const program::Array &one = program_.arrays[array];
    buffers_.push_back({array, one.is_local ? own_memory(one) : host_memory(array)});
}

/// What carries no value in or out is on the device alone.
std::string DeviceRegion::own_memory(const program::Array &one) const
{
    std::string bytes = fmt::format("sizeof({})", one.element_type);
    for (const std::optional<isl::pw_aff> &extent : one.extents) {
        if (!extent)
            impossible(fmt::format("`{}` has no size", one.name));
        bytes += fmt::format(" * {}",
                             host_.operand(ast::value(*extent, program::code_context(program_))));
    }
    return fmt::format("{{0, 0, 0, 0, 0, 0, {}}}", bytes);
}

std::string DeviceRegion::host_memory(std::size_t array) const
{
    const program::Array &one = program_.arrays[array];
    Extents extents(program_);
    const std::optional<std::vector<Extent>> &found = extents.of(array);
    if (!found || found->size() != 1 || found->front().is_inspected() || found->front().rows)
        impossible(fmt::format("it is not known which part of `{}` it touches", one.name));
    const std::vector<ast::ExpressionPtr> zeros(one.extents.size(), ast::integer(0));
    const Transfer transfer = transfer_of(program_, dependences_, array);
    const std::string all = pointers(found->front(), names_, host_);
    std::string back = transfer.back ? all : "0, 0";
    bool goes = transfer.goes;
    if (transfer.back && !one.extents.empty()) {
        const std::optional<Extent> rows = extent(program_, array, *transfer.back);
        goes |= !rows;
        if (rows)
            back = pointers(*rows, names_, host_);
    }
    return fmt::format("{{&{}, {}, {}, {}, 0}}", host_.element({array, zeros}), all, goes ? 1 : 0,
                       back);
}

Kernels DeviceRegion::kernels() const
{
    Kernels result = kernels_;
    result.helpers = printer_.used_helpers();
    return result;
}

/// \return the kernel's name
std::string DeviceRegion::add_kernel(const std::string &parameters, const std::string &body)
{
    std::string name = fmt::format("{}_kernel{}", name_, kernels_.declarations.size());
    kernels_.declarations.push_back(fmt::format("{} {}({})", language_.kernel, name, parameters));
    kernels_.text += fmt::format("{}{}\n{{\n{}}}\n", kernels_.text.empty() ? "" : "\n",
                                 kernels_.declarations.back(), body);
    return name;
}

std::string DeviceRegion::launch(const lowering::Launch &launch, const std::string &indentation)
{
    const strategies::DeviceKernel &shape = shapes_.at(launch.kernel);
    const std::string unit = "    ", body = this->body(launch, shape, unit);
    std::string arguments;
    const std::string parameters =
        this->parameters(body, shape.memory.own, language_.restricted, arguments);
    const std::string kernel = add_kernel(
        parameters, numbers(body, shape, language_.block, language_.thread, unit) +
                        shared_arrays(body, shape, unit) + own_arrays(body, shape, unit) + body);
    kernels_.start_alone = true;
    std::vector<long> threads, most;
    for (const strategies::DeviceDimension &dimension : shape.dimensions) {
        threads.push_back(dimension.threads);
        most.push_back(dimension.max_blocks.value_or(0));
    }
    if (threads.empty())
        threads = most = {1};
    return indentation +
           fmt::format("{0}_launch({1}, {2}, (const long[]){{{3}}}, (const long[]){{{4}}}, "
                       "(const long[]){{{5}}}, (const struct {0}_argument[]){{{6}{{0, 0}}}});\n",
                       names_.device, language_.reference(kernel), threads.size(),
                       fmt::join(blocks(shape), ", "), fmt::join(most, ", "),
                       fmt::join(threads, ", "), arguments);
}

/// The code of a kernel; scalars in the device's memory are behind pointers.
std::string DeviceRegion::body(const lowering::Launch &launch,
                               const strategies::DeviceKernel &kernel,
                               const std::string &indentation)
{
    auto is_behind_pointer = [&](const Buffer &buffer) {
        return on_device_.arrays[buffer.array].extents.empty() && !is_own(kernel, buffer.array);
    };
    for (const Buffer &buffer : buffers_)
        if (const program::Array &array = on_device_.arrays[buffer.array];
            is_behind_pointer(buffer))
            printer_.rename(buffer.array, fmt::format("(*{})", array.spelling.front()),
                            array.element_type);
    std::string result = printer_.print(launch.body, indentation, "    ");
    for (const Buffer &buffer : buffers_)
        printer_.restore(buffer.array);
    return result;
}

/// Along x, y and z, as the host computes them.
std::vector<std::string> DeviceRegion::blocks(const strategies::DeviceKernel &kernel) const
{
    std::vector<std::string> result;
    for (const strategies::DeviceDimension &dimension : kernel.dimensions)
        result.push_back(dimension.blocks ? host_.expression(ast::value(
                                                *dimension.blocks, program::code_context(program_)))
                                          : std::to_string(dimension.max_blocks.value()));
    return result.empty() ? std::vector<std::string>{"1"} : result;
}

/// Declarations of the numbers of a thread and of its block.
std::string DeviceRegion::numbers(const std::string &body, const strategies::DeviceKernel &kernel,
                                  const std::array<std::string, 3> &blocks,
                                  const std::array<std::string, 3> &threads,
                                  const std::string &indentation) const
{
    std::string text;
    for (const auto &[prefix, numbers] :
         {std::pair(names_.block_prefix, blocks), std::pair(names_.thread_prefix, threads)})
        for (std::size_t k = 0; k < kernel.dimensions.size(); ++k)
            if (const std::string name = prefix + std::to_string(k); contains_word(body, name))
                text += fmt::format("{}const {} {} = {};\n", indentation, printer_.wide_type(),
                                    name, numbers[k]);
    return text;
}

/// \param own        arrays that are none
/// \param arguments  gets what the runtime is given for them
std::string DeviceRegion::parameters(const std::string &body, const std::vector<std::size_t> &own,
                                     const std::string &restricted, std::string &arguments) const
{
    std::vector<std::string> result;
    auto add_value = [&](const std::string &type, const std::string &name,
                         const std::string &value) {
        result.push_back(fmt::format("const {} {}", type, name));
        arguments += fmt::format("{{sizeof({0}), &({0}){{{1}}}}}, ", type, value);
    };
    for (std::size_t k = 0; k < buffers_.size(); ++k) {
        const program::Array &array = on_device_.arrays[buffers_[k].array];
        if (std::ranges::find(own, buffers_[k].array) != own.end() ||
            !contains_word(body, array.spelling.front()))
            continue;
        const bool is_written = transform::is_written(on_device_, buffers_[k].array);
        result.push_back(fmt::format("{}{}{} *{}{}", language_.in_memory,
                                     is_written ? "" : "const ", array.element_type, restricted,
                                     array.spelling.front()));
        arguments += fmt::format("{{0, &{}_buffers[{}]}}, ", names_.device, k);
    }
    for (std::size_t k = 0; k < program_.arrays.size(); ++k)
        if (const program::Array &array = on_device_.arrays[k];
            is_given_by_value(k) && contains_word(body, array.spelling.front()))
            add_value(array.element_type, array.spelling.front(),
                      program_.arrays[k].spelling.front());
    for (const program::Parameter &constant : program_.parameters)
        if (const std::string name = constant.id.name(); contains_word(body, name))
            add_value(constant.type, name, name);
    const std::string &wide = printer_.wide_type();
    for (const std::string &name : variables_)
        if (contains_word(body, name) && !contains_word(body, fmt::format("{} {} =", wide, name)))
            add_value(wide, name, name);
    return fmt::format("{}", fmt::join(result, ", "));
}

std::string DeviceRegion::own_arrays(const std::string &body,
                                     const strategies::DeviceKernel &kernel,
                                     const std::string &indentation) const
{
    std::string text;
    for (const std::size_t array : kernel.memory.own) {
        const program::Array &one = on_device_.arrays[array];
        const std::string &name = one.spelling.front();
        if (!contains_word(body, name))
            continue;
        text += fmt::format("{}{} {}{} = {};\n", indentation, one.element_type, name,
                            dimensions(one, 1024), one.extents.empty() ? "0" : "{0}");
    }
    return text;
}

std::string DeviceRegion::shared_arrays(const std::string &body,
                                        const strategies::DeviceKernel &kernel,
                                        const std::string &indentation) const
{
    std::string text;
    for (const auto &[array, lengths] : kernel.memory.shared)
        if (const program::Array &one = on_device_.arrays[array];
            contains_word(body, one.spelling.front()))
            text += fmt::format("{}{}{} {}{};\n", indentation, language_.in_block, one.element_type,
                                one.spelling.front(), dimensions(one, 1L << 16));
    return text;
}

std::string DeviceRegion::begin(const std::string &condition, const std::string &indentation,
                                const std::string &unit) const
{
    std::string text =
        fmt::format("{}struct {}_buffer {}_buffers[{}];\n", indentation, names_.device,
                    names_.device, std::max<std::size_t>(buffers_.size(), 1));
    text += fmt::format("{}const int {} = {}{}_begin({}_buffers, {}, (const struct "
                        "{}_memory[]){{\n",
                        indentation, is_on_device(),
                        condition.empty() ? "" : fmt::format("({}) && ", condition), names_.device,
                        names_.device, buffers_.size(), names_.device);
    for (const Buffer &buffer : buffers_)
        text += indentation + unit + buffer.memory + ",\n";
    if (buffers_.empty())
        text += indentation + unit + "{0}\n";
    return text + indentation + "});\n";
}

std::string DeviceRegion::end(const std::string &indentation) const
{
    return fmt::format("{}{}_end({}_buffers, {});\n", indentation, names_.device, names_.device,
                       buffers_.size());
}

} // namespace espalier::targets
