#include "espalier/targets/c/vector_loop_printer.h"

#include "espalier/program/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace espalier::targets {

namespace {

/// Prints the instructions of a loop's body.
class InstructionPrinter {
public:
    InstructionPrinter(CPrinter &printer, std::string vector, std::size_t lanes)
        : printer_(printer), vector_(std::move(vector)), lanes_(lanes)
    {
    }

    std::string operator()(const lowering::Load &load)
    {
        return fmt::format("{0} {1} = *(const {0} *)&{2};", vector_, load.result,
                           printer_.element(load.first));
    }

    std::string operator()(const lowering::Store &store)
    {
        return fmt::format("*({} *)&{} = {};", vector_, printer_.element(store.first),
                           store.vector);
    }

    std::string operator()(const lowering::Compute &compute)
    {
        using Result = lowering::Compute::Result;
        program::LeafPrinter leaves;
        leaves.access = [&](std::size_t access) { return operand(compute.operands.at(access)); };
        std::string value = program::print(*compute.value, leaves);
        if (compute.is_spread)
            value = fmt::format("({}){{{}}}", vector_, fmt::join(std::vector(lanes_, value), ", "));
        if (compute.kind == Result::update)
            return fmt::format("{} {} {};", compute.result, compute.op, value);
        return fmt::format("{}{} {} = {};", compute.kind == Result::constant ? "const " : "",
                           vector_, compute.result, value);
    }

    std::string operator()(const lowering::Shuffle &shuffle)
    {
        return fmt::format("const {} {} = __builtin_shufflevector({}, {}, {});", vector_,
                           shuffle.result, shuffle.one, shuffle.other,
                           fmt::join(shuffle.lanes, ", "));
    }

    std::string operator()(const lowering::Accumulate &accumulate)
    {
        return fmt::format("{} {} {};", accumulate.sums, accumulate.op, accumulate.terms);
    }

private:
    std::string operand(const std::variant<std::string, lowering::Element> &operand)
    {
        const auto *element = std::get_if<lowering::Element>(&operand);
        return element ? printer_.element(*element) : std::get<std::string>(operand);
    }

    CPrinter &printer_;
    std::string vector_; ///< the type
    std::size_t lanes_;
};

/// "const long x0 = c0 + 4 < n ? c0 + 4 : c0;"
std::string print(CPrinter &printer, const lowering::VectorLoop::Strip &strip,
                  const std::string &type)
{
    return fmt::format("const {} {} = {} ? {} : {};", type, strip.name,
                       printer.expression(strip.condition), printer.expression(strip.value),
                       printer.expression(strip.otherwise));
}

} // namespace

std::string print(CPrinter &printer, const lowering::VectorLoop &loop, const Layout &layout)
{
    const std::string vector = printer.vector_type(loop.element_type, loop.lanes),
                      &wide = printer.wide_type(), is_whole = printer.expression(loop.is_whole);
    const std::string outer = layout.indentation + layout.unit, inner = outer + layout.unit;
    std::string text;
    auto line = [&](const std::string &indentation, const std::string &content) {
        text += indentation + content + "\n";
    };
    line(layout.indentation,
         fmt::format("{} {} = {};", wide, loop.start, printer.expression(loop.first)));
    line(layout.indentation, fmt::format("if ({}) {{", is_whole));
    if (loop.strip)
        line(outer, print(printer, *loop.strip, wide));
    for (const lowering::VectorLoop::Sums &sums : loop.sums) {
        std::vector<std::string> targets;
        for (const lowering::Element &target : sums.targets)
            targets.push_back(printer.element(target));
        line(outer, fmt::format("{} {} = {{{}}};", vector, sums.name, fmt::join(targets, ", ")));
    }
    line(outer, fmt::format("for (; {}; {} += {}) {{", is_whole, loop.start, loop.lanes));
    line(inner, fmt::format("const {} {} = {};", wide, loop.column, loop.start));
    for (const lowering::Element &element : loop.fetched)
        line(inner, fmt::format("__builtin_prefetch(&{}, 0, 2);", printer.element(element)));
    InstructionPrinter instructions(printer, vector, std::size_t(loop.lanes));
    for (const lowering::VectorInstruction &instruction : loop.body)
        line(inner, std::visit(instructions, instruction));
    line(outer, "}");
    for (const lowering::VectorLoop::Sums &sums : loop.sums)
        for (std::size_t lane = 0; lane < sums.targets.size(); ++lane)
            line(outer,
                 fmt::format("{} = {}[{}];", printer.element(sums.targets[lane]), sums.name, lane));
    line(layout.indentation, "}");
    return text;
}

} // namespace espalier::targets
