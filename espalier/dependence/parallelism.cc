#include "espalier/dependence/parallelism.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/constraint.h>
#include <isl/union_map.h>

#include <algorithm>

namespace espalier::dependence {

namespace {

/// The tags { [S[i] -> R[]] } of all accesses to an array, and whether `instances` write it.
struct ArrayUse {
    isl::union_set tags;
    bool is_written;

    isl::union_map of(const isl::union_map &dependences) const
    {
        return untagged(dependences.intersect_domain(tags));
    }
};

ArrayUse use_of(const program::Program &program, std::size_t array, const isl::union_set &instances)
{
    ArrayUse use{isl::union_set::empty(instances.ctx()), false};
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            if (access.array != array || access.kind == program::AccessKind::kill)
                continue;
            presburger::add_to(use.tags, tagged_relation(access).domain().to_union_set());
            use.is_written = use.is_written ||
                             (access.kind != program::AccessKind::read &&
                              !instances.is_disjoint(isl::union_set(access.relation.domain())));
        }
    return use;
}

class LoopCheck {
public:
    LoopCheck(const isl::union_set &instances, const isl::multi_union_pw_aff &outer,
              const isl::union_pw_aff &member)
        : instances_(instances), outer_(outer), member_(member)
    {
    }

    /// Whether two different iterations of one execution of the loop are related.
    bool carries(const isl::union_map &relation) const
    {
        return differ(within(relation.intersect_domain(instances_).intersect_range(instances_)));
    }

    /// Whether what the loop reads of values that it has made is made in the same iteration, also
    /// of the loops around.
    bool reads_own(const isl::union_map &flow) const
    {
        isl::union_map inside = flow.intersect_domain(instances_).intersect_range(instances_);
        return inside.is_subset(same_iteration(within(inside)));
    }

    /// Of tagged pairs, those of one iteration of the loop.
    isl::union_map in_one_iteration(const isl::union_map &flow) const
    {
        isl::union_map result = isl::union_map::empty(flow.ctx());
        flow.foreach_map([&](const isl::map &tagged) {
            const isl::union_map pairs =
                untagged(tagged.to_union_map()).intersect_domain(instances_);
            same_iteration(within(pairs)).foreach_map([&](const isl::map &own) {
                presburger::add_to(result,
                                   with_tags(own, tagged.space()).intersect(tagged).to_union_map());
            });
        });
        return result;
    }

    /// Without the pairs of references to an array in different iterations of the loop.
    /// \param tags  { [S[i] -> R[]] }: of the array
    isl::union_map without_pairs_across(const isl::union_map &dependences,
                                        const isl::union_set &tags) const
    {
        const isl::union_map here = dependences.intersect_domain(tags);
        isl::union_map result = dependences.subtract(here);
        here.foreach_map([&](const isl::map &tagged) {
            const isl::union_map pairs = untagged(tagged.to_union_map());
            const isl::union_map inside =
                within(pairs.intersect_domain(instances_).intersect_range(instances_));
            const isl::union_map left = pairs.subtract(inside.subtract(same_iteration(inside)));
            left.foreach_map([&](const isl::map &own) {
                presburger::add_to(result,
                                   with_tags(own, tagged.space()).intersect(tagged).to_union_map());
            });
        });
        return result;
    }

    /// Whether values stay in the iteration that made them.
    bool keeps_local(const isl::union_map &flow) const
    {
        isl::union_map touching =
            flow.intersect_domain(instances_).unite(flow.intersect_range(instances_));
        isl::union_map inside = touching.intersect_domain(instances_).intersect_range(instances_);
        return touching.is_subset(same_iteration(within(inside)));
    }

private:
    isl::union_map within(const isl::union_map &relation) const
    {
        return isl_multi_union_pw_aff_dim(outer_.get(), isl_dim_out) == 0 ? relation
                                                                          : relation.eq_at(outer_);
    }

    /// Whether pairs are of different iterations. To look for pairs in order takes less than to
    /// subtract those of the same iteration.
    bool differ(const isl::union_map &pairs) const
    {
        isl::multi_union_pw_aff iteration(member_);
        return !presburger::in_order(pairs, iteration).is_empty() ||
               !presburger::in_reverse_order(pairs, iteration).is_empty();
    }

    isl::union_map same_iteration(const isl::union_map &relation) const
    {
        return relation.eq_at(isl::multi_union_pw_aff(member_));
    }

    const isl::union_set &instances_;
    const isl::multi_union_pw_aff &outer_;
    const isl::union_pw_aff &member_;
};

/// Whether `instances` make other accesses to the array of a reduction than its updates.
bool has_other_access(const program::Program &program, const Reduction &reduction,
                      const isl::union_set &instances)
{
    auto is_other = [&](const program::Access &access) {
        return access.array == reduction.array && access.kind != program::AccessKind::kill &&
               !reduction.has(access.reference) &&
               !instances.is_disjoint(isl::union_set(access.relation.domain()));
    };
    return std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
        return std::ranges::any_of(statement.accesses, is_other);
    });
}

/// Whether threads can collect the updates in copies that start with the neutral element.
bool is_collectable(const program::Program &program, const Relaxation &relaxation,
                    const Reduction &reduction, const isl::union_set &instances)
{
    if (has_other_access(program, reduction, instances))
        return false;
    return !reduction.normalizes ||
           relaxation.dependences.live_in.intersect_domain(tags(program, reduction)).is_empty();
}

/// { [S[i] -> R[]] }: what instances read of an array by references that are also to elements that
/// they write. Others stay as they are when the instances get copies of the array.
isl::union_set readers_of_written(const program::Program &program, std::size_t array,
                                  const isl::union_set &instances)
{
    isl::union_map read = isl::union_map::empty(instances.ctx()), written = read; // { tag -> A[a] }
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            if (access.array != array || access.kind == program::AccessKind::kill ||
                instances.is_disjoint(isl::union_set(access.relation.domain())))
                continue;
            isl::union_map &all = access.kind == program::AccessKind::read ? read : written;
            presburger::add_to(all, tagged_relation(access).to_union_map());
        }
    auto in_loop = [&](const isl::union_map &accesses) { // of tagged ones
        const isl::union_map inside = accesses.domain().unwrap().intersect_domain(instances);
        return accesses.intersect_domain(inside.wrap());
    };
    const isl::union_set elements = in_loop(written).range();
    isl::union_set mixed = isl::union_set::empty(instances.ctx());
    read.intersect_range(elements).domain().foreach_set(
        [&](const isl::set &tags) { presburger::add_to(mixed, tags.to_union_set().universe()); });
    return in_loop(read).domain().intersect(mixed);
}

/// Whether instances read a value that others have made, or that was there before the region, by a
/// reference to an array that is also to elements that they write.
bool reads_from_before(const program::Program &program, const Dependences &dependences,
                       std::size_t array, const isl::union_set &instances)
{
    const isl::union_set readers = readers_of_written(program, array, instances);
    const isl::union_map sources = dependences.flow.intersect_range(readers).reverse();
    return !untagged(sources).range().is_subset(instances) ||
           !dependences.live_in.intersect_domain(readers).is_empty();
}

/// { : ... }: where there are some of the elements of `all`, given that it has elements of their
/// space; what one case says is not said again in others.
isl::set constants_with(const isl::union_set &some, const isl::union_set &all)
{
    struct Case {
        isl::set where, given;
        isl_size constraints;
    };
    std::vector<Case> cases;
    some.foreach_set([&](const isl::set &part) {
        const isl::set given = all.extract_set(part.space()).params();
        presburger::coalesced(part.params().gist(given))
            .foreach_basic_set([&](const isl::basic_set &where) {
                cases.push_back({isl::set(where), given, isl_basic_set_n_constraint(where.get())});
            });
    });
    std::ranges::stable_sort(cases, {}, &Case::constraints);
    isl::set result = isl::set::empty(isl::space::unit(all.ctx()));
    for (const Case &one : cases)
        result = result.unite(one.where.gist(one.given.subtract(result)));
    return presburger::coalesced(result);
}

/// The reductions of which threads collect the updates, where they have some arrays for their own.
/// \return nothing if they cannot
std::optional<std::vector<Reduction>> collected_reductions(const program::Program &program,
                                                           const Relaxation &relaxation,
                                                           const isl::union_set &instances,
                                                           const LoopCheck &check,
                                                           const std::vector<std::size_t> &own)
{
    std::vector<Reduction> result;
    for (const Reduction &reduction : relaxation.reductions) {
        isl::union_map pairs =
            relaxation.dependences.relaxed.intersect_domain(tags(program, reduction));
        const bool is_own = std::ranges::find(own, reduction.array) != own.end();
        if (is_own || !check.carries(untagged(pairs)))
            continue;
        if (!is_collectable(program, relaxation, reduction, instances))
            return std::nullopt;
        result.push_back(reduction);
    }
    return result;
}

} // namespace

std::optional<schedule::Privatization> find_parallelism(const program::Program &program,
                                                        const Dependences &dependences,
                                                        const isl::union_set &instances,
                                                        const isl::multi_union_pw_aff &outer,
                                                        const isl::union_pw_aff &member)
{
    LoopCheck check(instances, outer, member);
    if (check.carries(untagged(dependences.flow)) || check.carries(untagged(dependences.forced)))
        return std::nullopt;
    schedule::Privatization result;
    for (std::size_t array = 0; array < program.arrays.size(); ++array) {
        ArrayUse use = use_of(program, array, instances);
        if (!use.is_written)
            continue;
        if (!check.carries(use.of(dependences.order)))
            continue;
        if (!is_privatizable(program.arrays[array]) || !check.keeps_local(use.of(dependences.flow)))
            return std::nullopt;
        result.private_arrays.push_back(array);
    }
    return result;
}

std::optional<schedule::Privatization>
find_reduction_parallelism(const program::Program &program, const Relaxation &relaxation,
                           const isl::union_set &instances, const isl::multi_union_pw_aff &outer,
                           const isl::union_pw_aff &member)
{
    const Dependences &dependences = relaxation.dependences;
    std::optional<schedule::Privatization> result =
        find_parallelism(program, dependences, instances, outer, member);
    if (!result)
        return std::nullopt;
    LoopCheck check(instances, outer, member);
    auto reductions =
        collected_reductions(program, relaxation, instances, check, result->private_arrays);
    if (!reductions)
        return std::nullopt;
    result->reductions = std::move(*reductions);
    return result;
}

std::optional<std::vector<std::size_t>> find_arrays_to_copy(const program::Program &program,
                                                            const Relaxation &relaxation,
                                                            const isl::union_set &instances,
                                                            const isl::multi_union_pw_aff &outer,
                                                            const isl::union_pw_aff &member)
{
    const Dependences &dependences = relaxation.dependences;
    LoopCheck check(instances, outer, member);
    if (check.carries(untagged(dependences.flow)))
        return std::nullopt;
    std::vector<std::size_t> result, own;
    for (std::size_t array = 0; array < program.arrays.size(); ++array) {
        const ArrayUse use = use_of(program, array, instances);
        if (!use.is_written)
            continue;
        const bool is_forced = check.carries(use.of(dependences.forced));
        if (!is_forced && !check.carries(use.of(dependences.order)))
            continue;
        const isl::union_map flow = use.of(dependences.flow);
        if (!is_forced && is_privatizable(program.arrays[array]) && check.keeps_local(flow)) {
            own.push_back(array);
            continue;
        }
        if (!check.reads_own(flow) || reads_from_before(program, dependences, array, instances))
            return std::nullopt;
        result.push_back(array);
        own.push_back(array);
    }
    return collected_reductions(program, relaxation, instances, check, own)
               ? std::optional(std::move(result))
               : std::nullopt;
}

bool is_written_anew(const program::Program &program, const Dependences &dependences,
                     std::size_t array, const isl::union_set &instances,
                     const isl::multi_union_pw_aff &outer, const isl::union_pw_aff &member)
{
    const LoopCheck check(instances, outer, member);
    const ArrayUse use = use_of(program, array, instances);
    return use.is_written && check.reads_own(use.of(dependences.flow)) &&
           !reads_from_before(program, dependences, array, instances);
}

isl::union_map lasting_writes(const program::Program &program, const Dependences &dependences,
                              std::size_t array, const isl::union_set &instances)
{
    const isl::union_set tags = use_of(program, array, instances).tags;
    isl::union_set lasting = dependences.live_out.domain().intersect(tags); // { [S[i] -> R[]] }
    dependences.flow.intersect_domain(tags).foreach_map([&](const isl::map &flow) {
        untagged(flow.to_union_map())
            .subtract_range(instances)
            .foreach_map([&](const isl::map &out) {
                presburger::add_to(
                    lasting, with_tags(out, flow.space()).intersect(flow).domain().to_union_set());
            });
    });
    isl::union_map result = isl::union_map::empty(instances.ctx());
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (access.array == array && access.kind != program::AccessKind::read &&
                access.kind != program::AccessKind::kill)
                presburger::add_to(result, isl::manage(isl_union_map_domain_factor_domain(
                                               tagged_relation(access)
                                                   .to_union_map()
                                                   .intersect_domain(lasting)
                                                   .release())));
    return result.intersect_domain(instances);
}

Dependences without_reuse(const program::Program &program, const Dependences &dependences,
                          const std::vector<std::size_t> &arrays, const isl::union_set &instances,
                          const isl::multi_union_pw_aff &outer, const isl::union_pw_aff &member)
{
    const LoopCheck check(instances, outer, member);
    Dependences result = dependences;
    for (std::size_t array : arrays) {
        const ArrayUse use = use_of(program, array, instances);
        for (isl::union_map Dependences::*kind :
             {&Dependences::anti, &Dependences::output, &Dependences::order, &Dependences::forced})
            result.*kind = check.without_pairs_across(result.*kind, use.tags);
    }
    return result;
}

isl::set constants_with_foreign_reads(const program::Program &program, const Relaxation &relaxation,
                                      const isl::union_set &instances,
                                      const isl::multi_union_pw_aff &outer,
                                      const isl::union_pw_aff &member)
{
    const Dependences &dependences = relaxation.dependences;
    LoopCheck check(instances, outer, member);
    isl::union_set all = isl::union_set::empty(instances.ctx()), foreign = all; // tags
    for (std::size_t array = 0; array < program.arrays.size(); ++array) {
        const ArrayUse use = use_of(program, array, instances);
        if (!use.is_written || (!check.carries(use.of(dependences.order)) &&
                                !check.carries(use.of(dependences.forced))))
            continue;
        const isl::union_set readers = readers_of_written(program, array, instances);
        const isl::union_map flow = dependences.flow.intersect_range(readers);
        presburger::add_to(all, readers);
        presburger::add_to(foreign, readers.subtract(check.in_one_iteration(flow).range()));
    }
    const isl::set possible = program::possible_constants(program);
    return constants_with(foreign.intersect_params(possible), all.intersect_params(possible));
}

} // namespace espalier::dependence
