#include "espalier/schedule/original.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/schedule.h>
#include <isl/space.h>

#include <optional>

namespace espalier::schedule {

namespace {

using program::Nest;

/// { S[i] -> [i_k] } or, counting down, { S[i] -> [-i_k] }, for each statement in `domain`.
isl::multi_union_pw_aff loop_schedule(const isl::union_set &domain, const Nest &loop)
{
    isl::union_pw_aff schedule =
        isl::manage(isl_union_pw_aff_empty(isl_space_params_alloc(domain.ctx().get(), 0)));
    domain.foreach_set([&](const isl::set &instances) {
        isl_local_space *space = isl_local_space_from_space(instances.space().release());
        isl::aff value = isl::manage(
            isl_aff_var_on_domain(space, isl_dim_set, static_cast<unsigned>(loop.dimension)));
        isl::pw_aff piece(loop.is_decreasing ? value.neg() : value);
        schedule = schedule.union_add(piece.to_union_pw_aff());
    });
    return isl::multi_union_pw_aff(schedule);
}

using StatementFilter = bool (*)(const program::Statement &);

/// The order of the statements in `nest` that `keeps` accepts; nothing if there are none.
std::optional<isl::schedule> order(const program::Program &program, const Nest &nest,
                                   StatementFilter keeps)
{
    if (nest.kind == Nest::Kind::statement) {
        const program::Statement &statement = program.statements[nest.statement];
        return keeps(statement) ? std::optional(isl::schedule::from_domain(statement.domain))
                                : std::nullopt;
    }
    std::optional<isl::schedule> result;
    for (const Nest &child : nest.children) {
        std::optional<isl::schedule> next = order(program, child, keeps);
        if (next)
            result =
                result ? isl::manage(isl_schedule_sequence(result->copy(), next->copy())) : *next;
    }
    if (nest.kind == Nest::Kind::loop && result) {
        isl::multi_union_pw_aff schedule = loop_schedule(result->domain(), nest);
        result =
            isl::manage(isl_schedule_insert_partial_schedule(result->copy(), schedule.release()));
    }
    return result;
}

Tree tree_of(const program::Program &program, StatementFilter keeps)
{
    std::optional<isl::schedule> result = order(program, program.nest, keeps);
    isl::union_set nothing = isl::union_set::empty(program.context.ctx());
    return Tree(result ? *result : isl::schedule::from_domain(nothing));
}

} // namespace

Tree original_schedule(const program::Program &program)
{
    return tree_of(program, [](const program::Statement &) { return true; });
}

Tree original_schedule_without_kills(const program::Program &program)
{
    return tree_of(program,
                   [](const program::Statement &statement) { return !statement.is_kill(); });
}

} // namespace espalier::schedule
