#include "espalier/lowering/kernel_library.h"

#include "espalier/program/arithmetic.h"

#include "espalier/lowering/vector_type.h"
#include "espalier/program/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

/// Writes the parameters and the body of a kernel.
class KernelWriter {
public:
    KernelWriter(const program::Program &program, const program::Statement &statement,
                 const program::Contraction &contraction, const schedule::BlockSizes &sizes,
                 std::string vector, std::string restrict_qualifier)
        : program_(program), statement_(statement), contraction_(contraction), sizes_(sizes),
          type_(program.arrays[statement.accesses[contraction.target].array].element_type),
          vector_(std::move(vector)), restrict_(std::move(restrict_qualifier))
    {
    }

    std::string text()
    {
        std::string result = fmt::format("({})\n{{\n", fmt::join(parameters(), ", "));
        result += prefetches();
        for (long row = 0; row < sizes_.rows; ++row)
            for (long k = 0; k < vectors(); ++k)
                result += fmt::format("    {} {} = {};\n", vector_, held(row, k), target(row, k));
        result += fmt::format("    for ({0} k = 0; k < steps; k++) {{\n", program_.wide_type);
        result += step();
        result += "    }\n";
        for (long row = 0; row < sizes_.rows; ++row)
            for (long k = 0; k < vectors(); ++k)
                result += fmt::format("    {} = {};\n", target(row, k), held(row, k));
        return result + "}\n";
    }

private:
    long vectors() const { return sizes_.columns / sizes_.lanes; }

    std::vector<std::string> parameters() const
    {
        std::vector<std::string> result = {program_.wide_type + " steps"};
        for (std::size_t n = 0; n < contraction_.by_row.size(); ++n)
            result.push_back(fmt::format("const {} *{} a{}", type_, restrict_, n));
        for (std::size_t n = 0; n < contraction_.by_column.size(); ++n)
            result.push_back(fmt::format("const {} *{} b{}", type_, restrict_, n));
        result.push_back(fmt::format("{} *{} c", type_, restrict_));
        result.push_back(program_.wide_type + " stride");
        for (std::size_t n = 0; n < contraction_.fixed.size(); ++n)
            result.push_back(fmt::format("{} x{}", type_, n));
        return result;
    }

    /// Of the block below, which calls of the same strip of columns come to next. Its addresses are
    /// numbers, since the array may end before it.
    std::string prefetches() const
    {
        constexpr long line = 64;
        const long size = long(program::size_of_floating(type_).value());
        std::string result = fmt::format(
            "    const __UINTPTR_TYPE__ next = (__UINTPTR_TYPE__)c + {} * stride * {};\n",
            sizes_.rows, size);
        for (long row = 0; row < sizes_.rows; ++row)
            for (long byte = 0; byte < sizes_.columns * size; byte += line)
                result += fmt::format(
                    "    __builtin_prefetch((void *)(next + {} * stride * {} + {}), 1);\n", row,
                    size, byte);
        return result;
    }

    static std::string held(long row, long vector) { return fmt::format("c{}_{}", row, vector); }

    std::string target(long row, long vector) const
    {
        return fmt::format("*({} *)(c + {} * stride + {})", vector_, row, vector * sizes_.lanes);
    }

    std::string step()
    {
        std::string result;
        for (std::size_t n = 0; n < contraction_.by_column.size(); ++n) {
            for (long k = 0; k < vectors(); ++k)
                result += fmt::format("        const {0} b{1}_{2} = *(const {0} *)(b{1} + {3});\n",
                                      vector_, n, k, k * sizes_.lanes);
            result += fmt::format("        b{} += {};\n", n, sizes_.columns);
        }
        for (long row = 0; row < sizes_.rows; ++row)
            for (long k = 0; k < vectors(); ++k)
                result += fmt::format("        {};\n", update(row, k));
        for (std::size_t n = 0; n < contraction_.by_row.size(); ++n)
            result += fmt::format("        a{} += {};\n", n, sizes_.rows);
        return result;
    }

    /// The statement for one vector.
    std::string update(long row, long vector) const
    {
        program::LeafPrinter leaves;
        auto position = [](const std::vector<std::size_t> &list, std::size_t access) {
            return std::ranges::find(list, access) - list.begin();
        };
        auto is_in = [](const std::vector<std::size_t> &list, std::size_t access) {
            return std::ranges::find(list, access) != list.end();
        };
        leaves.access = [&](std::size_t access) {
            if (is_in(contraction_.by_row, access))
                return fmt::format("a{}[{}]", position(contraction_.by_row, access), row);
            if (is_in(contraction_.by_column, access))
                return fmt::format("b{}_{}", position(contraction_.by_column, access), vector);
            if (is_in(contraction_.fixed, access))
                return fmt::format("x{}", position(contraction_.fixed, access));
            return held(row, vector);
        };
        return program::print(*statement_.body, leaves);
    }

    const program::Program &program_;
    const program::Statement &statement_;
    const program::Contraction &contraction_;
    const schedule::BlockSizes &sizes_;
    std::string type_, vector_, restrict_;
};

} // namespace

void add_definitions(std::vector<std::string> &all, const std::vector<std::string> &more)
{
    for (const std::string &definition : more)
        if (std::ranges::find(all, definition) == all.end())
            all.push_back(definition);
}

std::string KernelLibrary::vector(const std::string &element_type, long lanes) const
{
    return vector_type(names_, element_type, lanes).name;
}

Kernel KernelLibrary::kernel(const program::Program &program, const program::Statement &statement,
                             const program::Contraction &contraction,
                             const schedule::BlockSizes &sizes)
{
    const std::string &type =
        program.arrays[statement.accesses[contraction.target].array].element_type;
    KernelWriter writer(program, statement, contraction, sizes,
                        vector_type(names_, type, sizes.lanes).name, names_.restrict_qualifier);
    // Inside of other loops, compilers run out of registers for the block.
    return function(type, sizes.lanes, "static __attribute__((noinline))", writer.text());
}

Kernel KernelLibrary::function(const std::string &element_type, long lanes,
                               const std::string &specifiers, const std::string &text)
{
    auto [entry, is_new] = kernels_.try_emplace(specifiers + text);
    if (is_new)
        entry->second = fmt::format("{}{}", names_.kernel, kernels_.size() - 1);
    return {entry->second,
            {vector_type(names_, element_type, lanes).definition,
             fmt::format("{} void {}{}", specifiers, entry->second, text)}};
}

} // namespace espalier::lowering
