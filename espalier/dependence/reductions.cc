#include "espalier/dependence/reductions.h"

#include "espalier/dependence/reduction_patterns.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/value_type.h"

#include <algorithm>
#include <map>
#include <utility>

namespace espalier::dependence {

namespace {

/// Whether all that the region writes to an array is 0 or 1.
bool holds_only_truth_values(const program::Program &program, std::size_t array)
{
    return std::ranges::all_of(program.statements, [&](const program::Statement &statement) {
        bool writes = std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
            return access.array == array && (access.kind == program::AccessKind::write ||
                                             access.kind == program::AccessKind::may_write);
        });
        return !writes || stores_truth_value(statement);
    });
}

} // namespace

std::vector<Reduction> find_reductions(const program::Program &program)
{
    std::map<std::pair<std::size_t, ReductionOperator>, Reduction> found;
    for (const program::Statement &statement : program.statements) {
        std::optional<Update> update = find_update(program, statement);
        if (!update)
            continue;
        auto [place, is_new] = found.try_emplace({update->array, update->op},
                                                 Reduction{update->op, update->array, {}});
        Reduction &reduction = place->second;
        reduction.references.insert(reduction.references.end(), update->references.begin(),
                                    update->references.end());
        reduction.is_floating = update->is_floating;
    }
    std::vector<Reduction> result;
    for (auto &[key, reduction] : found) {
        const program::Array &array = program.arrays[reduction.array];
        bool is_boolean =
            program::element_type(program, array).kind == program::ValueType::Kind::boolean;
        reduction.normalizes = is_logical(reduction.op) && !is_boolean;
        if (reduction.op == ReductionOperator::add || reduction.op == ReductionOperator::multiply)
            reduction.modular_type = program::unsigned_element_type(program, array);
        if (!reduction.normalizes || holds_only_truth_values(program, reduction.array))
            result.push_back(std::move(reduction));
    }
    return result;
}

std::vector<Reduction> permitted_reductions(const program::Program &program, bool is_reassociable)
{
    std::vector<Reduction> result = find_reductions(program);
    std::erase_if(result, [&](const Reduction &reduction) {
        return !program::copied_extents(program.arrays[reduction.array]) ||
               (reduction.is_floating && !is_reassociable);
    });
    return result;
}

isl::union_set tags(const program::Program &program, const Reduction &reduction)
{
    isl::union_set result = isl::union_set::empty(program.context.ctx());
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (reduction.has(access.reference))
                presburger::add_to(result,
                                   program::tagged_relation(access).domain().to_union_set());
    return result;
}

} // namespace espalier::dependence
