#include "espalier/targets/c/thread_memory.h"

#include "espalier/ast/generator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <set>

namespace espalier::targets {

std::vector<ast::ExpressionPtr> lengths(const program::Program &program,
                                        const program::Array &array)
{
    std::vector<ast::ExpressionPtr> result;
    const isl::set context = program::code_context(program);
    for (const std::optional<isl::pw_aff> &extent : array.extents) {
        isl::pw_aff one(extent->space().domain().zero_aff_on_domain().add_constant(1));
        const bool is_positive = context.is_subset(extent->ge_set(one).params());
        const isl::pw_aff length =
            is_positive ? *extent
                        : isl::manage(isl_pw_aff_union_max(extent->copy(), one.release()));
        result.push_back(ast::value(length, context));
    }
    return result;
}

std::string array_type(const program::Array &array, CPrinter &printer, const std::string &name,
                       std::size_t outer)
{
    std::string result = array.element_type + (name.empty() ? "" : " ") + name;
    const std::vector<ast::ExpressionPtr> all = lengths(printer.program(), array);
    for (std::size_t k = outer; k < all.size(); ++k)
        result += fmt::format("[{}]", printer.expression(all[k]));
    return result;
}

void ThreadMemory::declare()
{
    std::string offset;
    for (std::size_t number : plan_.allocated) {
        const program::Array &array = plan_.program.arrays[number];
        auto pointer = [&](const std::string &name) {
            return array_type(array, printer_,
                              array.extents.size() > 1 ? "(*" + name + ")" : "*" + name, 1);
        };
        if (!is_shared())
            printer_.use(Helper::threads);
        const std::string own =
            plan_.shared.contains(number)
                ? ""
                : fmt::format(" + {}() * {}_size", names_.thread, names_.memory);
        printer_.declare(number, fmt::format("{} = ({})({}{}{})",
                                             pointer("const " + array.spelling.front()),
                                             pointer(""), names_.memory, own, offset));
        offset += " + " + bytes(array);
    }
}

std::string ThreadMemory::allocation(const std::string &check, const std::string &indentation)
{
    const std::string count = is_shared() ? "" : names_.threads + "() * ";
    std::string value = fmt::format("(char *)__builtin_malloc({}({}))", count, all_bytes());
    std::vector<std::string> conditions = limits();
    const bool is_choice = !conditions.empty() && check.find("||") != std::string::npos;
    if (!check.empty())
        conditions.insert(conditions.begin(), is_choice ? "(" + check + ")" : check);
    if (!conditions.empty())
        value = fmt::format("{} ? {} : 0", fmt::join(conditions, " && "), value);
    return fmt::format("{}char *const {} = {};\n", indentation, names_.memory, value);
}

std::string ThreadMemory::size(const std::string &indentation)
{
    return is_empty() || is_shared() ? ""
                                     : fmt::format("{}const unsigned long {}_size = {};\n",
                                                   indentation, names_.memory, all_bytes());
}

std::string ThreadMemory::release(const std::string &indentation) const
{
    return fmt::format("{}__builtin_free({});\n", indentation, names_.memory);
}

/// Whether no thread has an array for itself.
bool ThreadMemory::is_shared() const
{
    return std::ranges::all_of(plan_.allocated,
                               [&](std::size_t array) { return plan_.shared.contains(array); });
}

/// What keeps arrays that grow faster than those of the source from taking all memory there is.
std::vector<std::string> ThreadMemory::limits()
{
    constexpr long most_elements = 1L << 26, most_in_step = 64;
    std::vector<std::string> result;
    for (std::size_t number : plan_.allocated) {
        const program::Array &array = plan_.program.arrays[number];
        std::size_t symbolic = 0;
        long in_step = 1; // elements for each value of a symbolic extent
        for (const auto &extent : array.extents)
            if (const auto known = program::constant_extent(extent, most_in_step))
                in_step = std::min(in_step * *known, most_elements);
            else
                ++symbolic;
        if (symbolic < 2 && in_step <= most_in_step)
            continue;
        std::string elements = "1.0";
        for (const ast::ExpressionPtr &length : lengths(plan_.program, array))
            elements += " * " + printer_.operand(length);
        result.push_back(fmt::format("{} <= {}", elements, most_elements));
    }
    return result;
}

/// The size of an array in whole lines of caches; C++ has no types of arrays of variable size.
std::string ThreadMemory::bytes(const program::Array &array)
{
    std::string product = fmt::format("sizeof({})", array.element_type);
    for (const ast::ExpressionPtr &length : lengths(printer_.program(), array))
        product += " * " + printer_.operand(length);
    return fmt::format("({} + 63) / 64 * 64", product);
}

/// The size of all arrays of a thread, and a line that keeps them apart from the next thread's.
std::string ThreadMemory::all_bytes()
{
    std::string result;
    for (std::size_t array : plan_.allocated)
        result += bytes(plan_.program.arrays[array]) + " + ";
    return result + "64";
}

std::vector<std::string> describe_thread_arrays(const lowering::LoweredPlan &plan,
                                                CPrinter &printer)
{
    std::vector<std::string> result;
    std::set<std::size_t> in_loops;
    for (const auto &[mark, arrays] : plan.buffers)
        in_loops.insert(arrays.begin(), arrays.end());
    for (std::size_t number : plan.allocated)
        if (!in_loops.contains(number))
            result.push_back(
                fmt::format("the region has a `{}`, in memory that is allocated in front of it",
                            array_type(plan.program.arrays[number], printer,
                                       plan.program.arrays[number].spelling.front())));
    if (!plan.contracts.empty())
        return result;
    for (const auto &[mark, arrays] : plan.buffers)
        for (std::size_t number : arrays) {
            const program::Array &array = plan.program.arrays[number];
            const bool is_allocated =
                std::ranges::find(plan.allocated, number) != plan.allocated.end();
            const bool is_shared = plan.shared.contains(number);
            if (!array.extents.empty())
                result.push_back(fmt::format(
                    "{} `{}`{}, {}", is_shared ? "all threads have a" : "each thread has a",
                    array_type(array, printer, array.spelling.front()),
                    is_shared ? "" : " of its own",
                    is_allocated ? "in memory that is allocated in front of the region"
                    : is_shared  ? "on the stack"
                                 : "on its stack"));
        }
    return result;
}

} // namespace espalier::targets
