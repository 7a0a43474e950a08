#include "espalier/schedule/original.h"

#include "espalier/presburger/isl_additions.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/space.h>

#include <optional>
#include <vector>

namespace espalier::schedule {

namespace {

using program::Nest;

/// { S[i] -> [i_k] } or, counting down, { S[i] -> [-i_k] }, for each statement in `domain`.
isl::multi_union_pw_aff loop_schedule(const isl::union_set &domain, const Nest &loop)
{
    isl::union_pw_aff schedule = presburger::empty_union_pw_aff(domain.ctx());
    domain.foreach_set([&](const isl::set &instances) {
        isl_local_space *space = isl_local_space_from_space(instances.space().release());
        isl::aff value = isl::manage(
            isl_aff_var_on_domain(space, isl_dim_set, static_cast<unsigned>(loop.dimension)));
        isl::pw_aff piece(loop.is_decreasing ? value.neg() : value);
        presburger::add_to(schedule, piece);
    });
    return isl::multi_union_pw_aff(schedule);
}

using StatementFilter = bool (*)(const program::Statement &);

/// A part of the source with its order.
struct Part {
    isl::union_set instances;
    NodePtr order;
};

NodePtr in_sequence(const std::vector<Part> &parts)
{
    std::vector<NodePtr> children;
    for (const Part &part : parts)
        children.push_back(node(Filter{part.instances.universe()}, part.order));
    return sequence(children);
}

/// The order of the statements in `nest` that `keeps` accepts; nothing if there are none.
std::optional<Part> order(const program::Program &program, const Nest &nest, StatementFilter keeps)
{
    if (nest.kind == Nest::Kind::statement) {
        const program::Statement &statement = program.statements[nest.statement];
        return keeps(statement) ? std::optional(Part{statement.domain, leaf()}) : std::nullopt;
    }
    std::vector<Part> parts;
    isl::union_set instances = isl::union_set::empty(program.context.ctx());
    for (const Nest &child : nest.children)
        if (std::optional<Part> part = order(program, child, keeps)) {
            presburger::add_to(instances, part->instances);
            parts.push_back(std::move(*part));
        }
    if (parts.empty())
        return std::nullopt;
    NodePtr result = parts.size() == 1 ? parts.front().order : in_sequence(parts);
    if (nest.kind == Nest::Kind::loop)
        result = node(Band(loop_schedule(instances, nest)), result);
    return Part{instances, result};
}

Tree tree_of(const program::Program &program, StatementFilter keeps)
{
    std::optional<Part> all = order(program, program.nest, keeps);
    if (!all)
        return Tree::from_domain(isl::union_set::empty(program.context.ctx()));
    return Tree(node(Domain{all->instances}, all->order));
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
