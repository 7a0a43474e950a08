#include "espalier/transform/partial_values.h"

#include "espalier/program/named_accesses.h"
#include "espalier/transform/calls.h"

#include <set>

namespace espalier::transform {

using program::Expression;
using program::ExpressionPtr;

PartialValue value_apart(const program::Statement &source, const ExpressionPtr &part,
                         std::size_t target)
{
    const std::set<std::size_t> named = program::named_accesses(*source.body),
                                own = program::named_accesses(*part);
    PartialValue result{source, nullptr};
    result.statement.accesses.clear();
    result.statement.body = nullptr;
    std::map<std::size_t, std::size_t> moved; // from positions in the source's accesses
    for (std::size_t k = 0; k < source.accesses.size(); ++k) {
        const program::Access &access = source.accesses[k];
        // What nothing names is what functions read.
        if (own.contains(k) || (!named.contains(k) && access.array != target)) {
            moved[k] = result.statement.accesses.size();
            result.statement.accesses.push_back(access);
        }
    }
    result.value = with_accesses_moved(part, moved);
    return result;
}

ExpressionPtr with_accesses_moved(const ExpressionPtr &value,
                                  const std::map<std::size_t, std::size_t> &moved)
{
    return program::replaced(value, [&](const Expression &part) -> ExpressionPtr {
        if (const auto *access = std::get_if<program::AccessValue>(&part.node))
            return value_of(moved.at(access->access));
        const auto *chosen = std::get_if<program::IndirectValue>(&part.node);
        if (!chosen)
            return nullptr;
        program::IndirectValue result{moved.at(chosen->access), chosen->subscripts};
        for (ExpressionPtr &subscript : result.subscripts)
            subscript = with_accesses_moved(subscript, moved);
        return program::make_expression(std::move(result));
    });
}

} // namespace espalier::transform
