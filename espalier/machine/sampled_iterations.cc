#include "espalier/machine/sampled_iterations.h"

#include "espalier/ast/walk.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace espalier::machine {

namespace {

/// Finds which of the conditions on loops hold, those inside loops in the first iteration.
void decide(const ast::Node &node, LoopPosition &position, std::vector<bool> &held)
{
    if (!position.loops().has_conditional_loop(node))
        return;
    if (const auto *loop = std::get_if<ast::For>(&node.node))
        position.enter(*loop);
    if (const auto *let = std::get_if<ast::Let>(&node.node))
        position.define(let->name, position.value(*let->value));
    const auto *choice = std::get_if<ast::If>(&node.node);
    if (choice)
        held.push_back(position.value(*choice->condition) != 0);
    bool holds = !choice || held.back();
    ast::foreach_child(node, [&](const ast::NodePtr &child) {
        if (!choice || (child == choice->yes) == holds)
            decide(*child, position, held);
    });
    if (std::holds_alternative<ast::For>(node.node))
        position.leave();
}

/// Iterations, or many of them, by the conditions that hold in them; the largest group first.
std::vector<std::vector<long>> groups_of_iterations(const ast::For &loop, long count,
                                                    LoopPosition &position)
{
    constexpr long most = 2048;
    const long number = std::min(count, most);
    std::map<std::vector<bool>, std::vector<long>> groups;
    for (long k = 0; k < number; ++k) {
        long offset = k * (count / number);
        position.move_to(offset);
        std::vector<bool> held;
        decide(*loop.body, position, held);
        groups[held].push_back(offset);
    }
    std::vector<std::vector<long>> result;
    for (auto &[held, group] : groups)
        result.push_back(std::move(group));
    std::ranges::stable_sort(result, std::greater(), &std::vector<long>::size);
    return result;
}

} // namespace

std::vector<SampledIteration> sampled_iterations(const ast::For &loop, long count,
                                                 LoopPosition &position)
{
    std::vector<SampledIteration> result;
    auto add = [&](double weight, long size, const auto &offset) {
        for (double fraction : {first_place, second_place})
            result.push_back({offset(std::lround(fraction * double(size - 1))), weight / 2});
    };
    if (!position.loops().has_conditional_loop(*loop.body)) {
        add(1, count, [](long place) { return place; });
        return result;
    }
    std::vector<std::vector<long>> groups = groups_of_iterations(loop, count, position);
    std::size_t all = 0;
    for (const std::vector<long> &group : groups)
        all += group.size();
    for (const std::vector<long> &group : groups)
        add(double(group.size()) / double(all), long(group.size()),
            [&](long place) { return group[std::size_t(place)]; });
    return result;
}

} // namespace espalier::machine
