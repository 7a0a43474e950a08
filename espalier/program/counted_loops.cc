#include "espalier/program/counted_loops.h"

#include <charconv>

namespace espalier::program {

std::optional<long> number_spelled(const Expression &expression)
{
    constexpr std::size_t most_digits = 9;
    const auto *literal = std::get_if<Literal>(&expression.node);
    if (!literal || literal->spelling.size() > most_digits ||
        (literal->spelling.size() > 1 && literal->spelling.starts_with('0')))
        return std::nullopt;
    long result = 0;
    const char *end = literal->spelling.data() + literal->spelling.size();
    const auto [stop, error] = std::from_chars(literal->spelling.data(), end, result);
    return error == std::errc() && stop == end ? std::optional(result) : std::nullopt;
}

bool assigns(const Expression &part, const std::string &local)
{
    bool result = false;
    for_each_part(part, [&](const Expression &inner) {
        const auto *assignment = std::get_if<Assignment>(&inner.node);
        const auto *target =
            assignment ? std::get_if<LocalValue>(&assignment->target->node) : nullptr;
        result = result || (target && target->name == local);
    });
    return result;
}

namespace {

/// Whether an expression adds one to a variable.
bool is_increment(const Expression &step, const std::string &local)
{
    const auto *assignment = std::get_if<Assignment>(&step.node);
    const auto *target = assignment ? std::get_if<LocalValue>(&assignment->target->node) : nullptr;
    return target && target->name == local && assignment->op == "+=" &&
           number_spelled(*assignment->value) == 1;
}

} // namespace

std::optional<CountedLoop> counted(const DataLoop &loop)
{
    const auto *comparison =
        loop.condition ? std::get_if<BinaryOperation>(&loop.condition->node) : nullptr;
    if (!comparison || (comparison->op != "<" && comparison->op != "<=") || loop.runs_once ||
        loop.init.size() != 1 || loop.steps.size() != 1)
        return std::nullopt;
    CountedLoop result;
    result.end = comparison->right;
    result.includes_end = comparison->op == "<=";
    if (const auto *declared = std::get_if<LocalDeclaration>(&loop.init.front()->node)) {
        result.counter = {declared->name, declared->type};
        result.first = declared->value;
    } else if (const auto *set = std::get_if<Assignment>(&loop.init.front()->node)) {
        const auto *target = std::get_if<LocalValue>(&set->target->node);
        if (!target || set->op != "=")
            return std::nullopt;
        result.counter = *target;
        result.first = set->value;
    }
    const auto *compared = std::get_if<LocalValue>(&comparison->left->node);
    const std::string &name = result.counter.name;
    if (!result.first || !compared || compared->name != name ||
        !is_increment(*loop.steps.front(), name) || assigns(*loop.body, name))
        return std::nullopt;
    return result;
}

} // namespace espalier::program
