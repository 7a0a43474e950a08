#include "espalier/lowering/code_check.h"

#include "espalier/ast/samples.h"
#include "espalier/lowering/guards.h"
#include "espalier/lowering/interpreter.h"

#include <fmt/format.h>

namespace espalier::lowering {

namespace {

/// Of one sample.
constexpr std::size_t max_instances = 6000;

CodePtr as_code(const program::Program &program, const ast::NodePtr &node);

CodePtr as_code(const program::Program &program, const ast::User &user)
{
    return guarded(program, Instance{user});
}

CodePtr as_code(const program::Program &program, const ast::Block &block)
{
    Block result;
    for (const ast::NodePtr &child : block.children)
        result.children.push_back(as_code(program, child));
    return code(std::move(result));
}

CodePtr as_code(const program::Program &program, const ast::If &choice)
{
    return code(Choice{choice.condition, as_code(program, choice.yes),
                       choice.no ? as_code(program, choice.no) : nullptr});
}

CodePtr as_code(const program::Program &program, const ast::Let &let)
{
    return code(Let{let.name, let.value, as_code(program, let.body)});
}

CodePtr as_code(const program::Program &program, const ast::Mark &mark)
{
    return as_code(program, mark.body);
}

CodePtr as_code(const program::Program &program, const ast::For &loop)
{
    if (loop.is_degenerate())
        return code(Let{loop.iterator, loop.init, as_code(program, loop.body)});
    return code(Loop{loop, as_code(program, loop.body)});
}

/// Loops as code of one thread, without vectors, in which all values are in memory.
CodePtr as_code(const program::Program &program, const ast::NodePtr &node)
{
    return std::visit([&](const auto &kind) { return as_code(program, kind); }, node->node);
}

/// Whether an array is a variable that carries no value out of the region: each lane of a vector
/// may have its own, which is not in memory.
bool is_local_variable(const program::Array &array)
{
    return array.is_local && array.extents.empty();
}

/// The first element in which two memories differ, in the program's names; empty if there is none.
std::string difference(const program::Program &program, const Memory &one, const Memory &other)
{
    auto is_in = [](const Memory &memory, const auto &entry) {
        auto found = memory.find(entry.first);
        return found != memory.end() && found->second == entry.second;
    };
    for (const auto &[from, to] : {std::pair(&one, &other), std::pair(&other, &one)})
        for (const auto &entry : *from)
            if (!is_in(*to, entry) && !is_local_variable(program.arrays[entry.first.first]))
                return fmt::format("{}[{}]", program.arrays[entry.first.first].name,
                                   fmt::join(entry.first.second, "]["));
    return "";
}

} // namespace

ast::Verdict check_code(const program::Program &program, const ast::NodePtr &loops,
                        const CodePtr &code, const ast::Expectation &expected)
{
    bool is_decided = false;
    const CodePtr plain = as_code(program, loops);
    for (const ast::Constants &constants : ast::sample_constants(expected)) {
        const std::optional<Memory> due = interpret(program, plain, constants, max_instances),
                                    found = interpret(program, code, constants, max_instances);
        if (!due || !found)
            continue;
        is_decided = true;
        if (const std::string element = difference(program, *due, *found); !element.empty())
            return ast::Verdict::wrong(
                fmt::format("the code computes {} in another way than its loops", element));
    }
    return is_decided ? ast::Verdict::right()
                      : ast::Verdict::undecided("all samples execute too many instances");
}

} // namespace espalier::lowering
