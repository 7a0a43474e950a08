#include "espalier/strategies/loop_rest.h"

#include "espalier/dependence/constraints.h"
#include "espalier/program/declared_memory.h"
#include "espalier/strategies/binding_dependences.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/trees.h"

#include <isl/map.h>

#include <algorithm>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

/// Elements that an iteration may leave to its rest.
constexpr long max_elements = 64;

bool is_carried(const MatrixView &view, const isl::union_map &dependences, const Statement &source,
                const Statement &target, const Beta &loop)
{
    return !carried_between(source, target, dependences, loop)
                .intersect_params(program::possible_constants(view.program))
                .is_empty();
}

bool is_related(const isl::union_map &dependences, const Statement &source, const Statement &target)
{
    return !dependences.intersect_domain(source.instances.to_union_set())
                .intersect_range(target.instances.to_union_set())
                .is_empty();
}

} // namespace

std::set<long> rest_of(const MatrixView &view, const isl::union_map &dependences, const Beta &loop)
{
    std::set<long> result;
    const std::vector<const Statement *> all = statements_in(view, loop);
    auto add = [&](auto &&waits) {
        bool is_new = false;
        for (const Statement *source : all)
            for (const Statement *target : all)
                if (!result.contains(target->beta[loop.size()]) && waits(*source, *target))
                    is_new = result.insert(target->beta[loop.size()]).second;
        return is_new;
    };
    add([&](const Statement &source, const Statement &target) {
        return is_carried(view, dependences, source, target, loop);
    });
    while (add([&](const Statement &source, const Statement &target) {
        return result.contains(source.beta[loop.size()]) && is_related(dependences, source, target);
    })) {
    }
    return result;
}

bool has_loop_beside(const MatrixView &view, const Beta &loop, const std::set<long> &rest)
{
    return std::ranges::any_of(statements_in(view, loop), [&](const Statement *one) {
        return !rest.contains(one->beta[loop.size()]) && one->depth() > loop.size();
    });
}

std::optional<std::vector<std::size_t>> arrays_of_both(const MatrixView &view, const Beta &loop,
                                                       const std::set<long> &rest)
{
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < view.program.arrays.size(); ++k) {
        const program::Array &array = view.program.arrays[k];
        bool is_in_front = false, is_in_rest = false;
        for (const Statement *one : statements_in(view, loop))
            for (const program::Access &access :
                 transform::program_statement(view.program, *one).accesses)
                if (access.array == k && access.kind != program::AccessKind::kill)
                    (rest.contains(one->beta[loop.size()]) ? is_in_rest : is_in_front) = true;
        if (!is_in_front || !is_in_rest || !dependence::is_privatizable(array))
            continue;
        const std::optional<long> elements = program::elements_on_stack(array);
        if (!elements || *elements > max_elements)
            return std::nullopt;
        result.push_back(k);
    }
    return result;
}

} // namespace espalier::strategies
