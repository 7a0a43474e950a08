#include "espalier/program/loops.h"

#include <algorithm>
#include <iterator>

namespace espalier::program {

namespace {

void collect(const Nest &nest, LoopPath &around, std::vector<LoopPath> &result)
{
    if (nest.kind == Nest::Kind::statement) {
        result[nest.statement] = around;
        return;
    }
    if (nest.kind == Nest::Kind::loop)
        around.push_back(&nest);
    for (const Nest &child : nest.children)
        collect(child, around, result);
    if (nest.kind == Nest::Kind::loop)
        around.pop_back();
}

} // namespace

std::vector<LoopPath> loops_around(const Program &program)
{
    std::vector<LoopPath> result(program.statements.size());
    LoopPath around;
    collect(program.nest, around, result);
    return result;
}

std::vector<Directive> directives_in(const Nest &nest)
{
    std::vector<Directive> result = nest.directives;
    for (const Nest &child : nest.children)
        std::ranges::copy(directives_in(child), std::back_inserter(result));
    return result;
}

std::size_t shared_loops(const LoopPath &one, const LoopPath &two)
{
    return static_cast<std::size_t>(std::ranges::mismatch(one, two).in1 - one.begin());
}

std::vector<std::vector<std::size_t>> blocks(const Nest &nest)
{
    std::vector<std::vector<std::size_t>> result(1);
    for (const Nest &child : nest.children)
        if (child.kind == Nest::Kind::statement) {
            result.back().push_back(child.statement);
        } else {
            for (std::vector<std::size_t> &inner : blocks(child))
                result.push_back(std::move(inner));
            result.emplace_back();
        }
    std::erase_if(result, [](const auto &block) { return block.empty(); });
    return result;
}

} // namespace espalier::program
