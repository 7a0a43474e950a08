#include "espalier/dependence/dependences.h"

#include "espalier/dependence/flow.h"
#include "espalier/presburger/print.h"

#include <isl/union_map.h>
#include <yaml-cpp/yaml.h>

namespace espalier::dependence {

// Relations are left in the pieces that the analysis finds: coalescing turns the many translations
// of a stencil into one polyhedron with a facet for each pair of them, which costs the scheduler
// far more than the pieces do.

namespace {

using program::AccessKind;

struct TaggedAccesses {
    explicit TaggedAccesses(const program::Program &program)
        : reads(tagged_accesses(program, AccessKind::read)),
          writes(tagged_accesses(program, AccessKind::write)),
          kills(tagged_accesses(program, AccessKind::kill))
    {
    }
    isl::union_map reads, writes, kills;
};

/// Writes whose value is neither overwritten nor killed later: { tag -> A[a] }.
isl::union_map surviving_writes(const TaggedAccesses &accesses, const schedule::Tree &order)
{
    isl::union_map none = isl::union_map::empty(accesses.writes.ctx());
    Flow overwritten =
        compute_flow({accesses.writes.unite(accesses.kills), accesses.writes, none, none, order});
    return accesses.writes.subtract(overwritten.element.range_factor_range());
}

} // namespace

isl::union_map untagged(const isl::union_map &relation)
{
    return isl::manage(isl_union_map_factor_domain(relation.copy()));
}

Dependences analyze(const program::Program &program, const schedule::Tree &original)
{
    TaggedAccesses accesses(program);
    isl::union_map none = isl::union_map::empty(program.context.ctx());
    Dependences result;

    Flow flow = compute_flow({accesses.reads, none, accesses.writes, accesses.kills, original});
    result.tagged_flow = flow.dependence;
    result.flow = untagged(result.tagged_flow);
    result.live_in = flow.without_source;
    result.live_out = surviving_writes(accesses, original);

    Flow overwriting = compute_flow(
        {accesses.writes, accesses.reads.unite(accesses.writes), accesses.writes, none, original});
    result.false_dependences = untagged(overwriting.dependence);

    isl::union_map unmatched = accesses.writes.subtract_domain(result.tagged_flow.domain());
    Flow order =
        compute_flow({accesses.writes, accesses.reads.unite(unmatched), none, none, original});
    result.tagged_order = order.dependence;

    // All writes are definite, so that a sink has one source for each element: there is no order
    // among sources with the same sink to keep.
    Flow after_live_in = compute_flow({accesses.writes, result.live_in, none, none, original});
    Flow before_live_out = compute_flow({result.live_out, accesses.writes, none, none, original});
    result.forced = untagged(after_live_in.dependence.unite(before_live_out.dependence));
    return result;
}

bool preserves_dataflow(const program::Program &program, const Dependences &dependences,
                        const schedule::Tree &order)
{
    TaggedAccesses accesses(program);
    isl::union_map none = isl::union_map::empty(program.context.ctx());
    accesses.kills = none;
    Flow flow = compute_flow({accesses.reads, none, accesses.writes, none, order});
    return dependences.tagged_flow.is_subset(flow.dependence) &&
           dependences.live_in.is_subset(flow.without_source) &&
           dependences.live_out.is_subset(surviving_writes(accesses, order));
}

bool is_privatizable(const program::Array &array)
{
    // A pragma names whole variables, no fields.
    return array.is_local && array.extents.empty() &&
           array.spelling.front().find('.') == std::string::npos;
}

Constraints constraints(const program::Program &program, const Dependences &dependences,
                        bool live_range_reordering)
{
    isl::union_set domain = instances_without_kills(program);
    auto among_instances = [&](const isl::union_map &relation) {
        return relation.intersect_domain(domain).intersect_range(domain);
    };
    Constraints result;
    result.domain = domain;
    result.context = program.context;
    isl::union_map flow = among_instances(dependences.flow);
    isl::union_map reuse = among_instances(dependences.false_dependences);
    result.proximity = flow.unite(reuse);
    if (!live_range_reordering) {
        result.validity = result.coincidence = result.proximity;
        result.condition = result.conditional_validity = isl::union_map::empty(domain.ctx());
        return result;
    }

    isl::union_map forced = among_instances(dependences.forced);
    result.validity = flow.unite(forced);
    result.condition = dependences.tagged_flow;
    result.conditional_validity = dependences.tagged_order;

    // Scalars of their own make the iterations of a parallel loop independent.
    isl::union_set shared_tags = isl::union_set::empty(domain.ctx());
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (!is_privatizable(program.arrays[access.array]))
                shared_tags = shared_tags.unite(program::tagged_relation(access).domain());
    isl::union_map order = dependences.tagged_order.intersect_domain(shared_tags);
    result.coincidence = result.validity.unite(among_instances(untagged(order)));
    return result;
}

std::string to_yaml(const Dependences &dependences)
{
    YAML::Emitter out;
    out << YAML::BeginMap;
    auto add = [&](const char *name, const isl::union_map &relation) {
        out << YAML::Key << name << YAML::Value << YAML::DoubleQuoted
            << presburger::to_string(relation.coalesce());
    };
    add("flow", dependences.flow);
    add("false", dependences.false_dependences);
    add("forced", dependences.forced);
    add("tagged_flow", dependences.tagged_flow);
    add("tagged_order", dependences.tagged_order);
    add("live_in", dependences.live_in);
    add("live_out", dependences.live_out);
    out << YAML::EndMap;
    return std::string(out.c_str()) + "\n";
}

} // namespace espalier::dependence
