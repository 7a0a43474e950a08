#include "espalier/dependence/storage.h"

#include "espalier/dependence/final_reads.h"
#include "espalier/dependence/listing.h"
#include "espalier/dependence/races.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/kills.h"
#include "espalier/schedule/node.h"

#include <isl/map.h>
#include <isl/space.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

namespace espalier::dependence {

namespace {

using Arrays = std::set<std::size_t>;

bool is_copy(const program::Program &original, const program::Statement &statement)
{
    return !statement_of(original, statement.domain.space());
}

/// Whether two references name the same elements.
bool is_same_access(const program::Access &one, const program::Access &other)
{
    isl::space first = one.relation.space(), second = other.relation.space();
    bool are_alike = isl_space_has_equal_tuples(first.get(), second.get()) == isl_bool_true;
    return one.array == other.array && are_alike && one.relation.is_equal(other.relation);
}

/// The arrays, before or after, of references that have changed, and those of copies.
Arrays changed_arrays(const program::Program &original, const program::Program &changed)
{
    Arrays result;
    for (const program::Statement &statement : changed.statements)
        for (const program::Access &access : statement.accesses) {
            const program::Statement *before = statement_of(original, statement.domain.space());
            if (access.kind == program::AccessKind::kill)
                continue;
            if (before) {
                const program::Access &old =
                    *std::ranges::find_if(before->accesses, [&](const program::Access &one) {
                        return one.reference.name() == access.reference.name();
                    });
                if (is_same_access(old, access))
                    continue;
                result.insert(old.array);
            }
            result.insert(access.array);
        }
    return result;
}

/// A program with the accesses to some arrays alone, and none of kills.
program::Program restricted(program::Program program, const Arrays &arrays)
{
    for (program::Statement &statement : program.statements)
        std::erase_if(statement.accesses, [&](const program::Access &access) {
            return access.kind == program::AccessKind::kill || !arrays.contains(access.array);
        });
    return program;
}

isl::union_set tags_of(const program::Program &program, program::AccessKind kind)
{
    return tagged_accesses(program, kind).domain();
}

isl::union_set all_tags(const program::Program &program)
{
    using program::AccessKind;
    isl::union_set result = tags_of(program, AccessKind::read);
    presburger::add_to(result, tags_of(program, AccessKind::write));
    presburger::add_to(result, tags_of(program, AccessKind::may_write));
    return result;
}

/// { [S[i] -> R[]] -> [S[i] -> W[]] }: from what a copy reads to what it writes.
isl::union_map inside(const program::Statement &copy)
{
    isl::union_map read = isl::union_map::empty(copy.domain.ctx()), written = read;
    for (const program::Access &access : copy.accesses) {
        isl::set tags = tagged_relation(access).domain();
        isl::map instances = presburger::domain_map(tags.unwrap());
        (access.kind == program::AccessKind::read ? read : written) = instances.to_union_map();
    }
    return read.apply_range(written.reverse());
}

/// What the program's own reads see, where what copies write is what they have read.
ValueFlow through_copies(const ValueFlow &all, const program::Program &original,
                         const program::Program &changed)
{
    isl::union_map handed_on = isl::union_map::empty(all.flow.ctx()); // { read -> write }
    std::size_t count = 0;
    for (const program::Statement &statement : changed.statements)
        if (is_copy(original, statement)) {
            presburger::add_to(handed_on, inside(statement));
            ++count;
        }
    isl::union_map copied = handed_on.apply_range(all.flow); // { a copy's read -> read }
    ValueFlow step{all.flow.subtract_domain(handed_on.range()), all.live_in}, result = step;
    for (; count > 0 && !(step.flow.is_empty() && step.live_in.is_empty()); --count) {
        step = {step.flow.apply_range(copied), copied.reverse().apply_range(step.live_in)};
        presburger::add_to(result.flow, step.flow);
        presburger::add_to(result.live_in, step.live_in);
    }
    return {result.flow.subtract_range(handed_on.domain()),
            result.live_in.subtract_domain(handed_on.domain())};
}

/// What the references to arrays of another layout find, compared with what they are to see.
class StorageCheck {
public:
    StorageCheck(const program::Program &original, const Dependences &dependences,
                 const program::Program &changed, const schedule::Tree &order,
                 const std::vector<Reduction> &relaxed, const Arrays &arrays)
        : dependences_(dependences), before_(restricted(original, arrays)),
          after_(restricted(changed, arrays)), tree_(order), order_(order, Roles::respected),
          relaxed_(relaxed), tags_(all_tags(before_))
    {
    }

    /// What is to be found in the arrays of the same layout, and the order of the others' values.
    Dependences of_order() const
    {
        Dependences result = dependences_;
        result.order = result.order.subtract_domain(tags_);
        result.relaxed = result.relaxed.subtract_domain(tags_);
        result.forced = result.forced.subtract_domain(tags_).unite(among_sources(result.forced));
        return result;
    }

    /// \param known  of the order
    std::vector<Violation> run(std::vector<Violation> known)
    {
        result_ = std::move(known);
        std::ranges::move(races(after_, order_), std::back_inserter(result_));
        compare(analyze_flow(after_, tree_, relaxed_));
        return std::move(result_);
    }

private:
    /// Of the order that is to be kept, that of writes which one read may see; final reads tell
    /// what stays in the end.
    isl::union_map among_sources(const isl::union_map &forced) const
    {
        const isl::union_map writes = forced.intersect_domain(tags_).subtract_domain(
            tags_of(before_, program::AccessKind::read));
        if (tags_of(before_, program::AccessKind::may_write).is_empty())
            return isl::union_map::empty(writes.ctx());
        const isl::union_map &flow = dependences_.flow;
        return writes.intersect(flow.apply_range(flow.reverse()));
    }

    void add(Violation::Kind kind, const isl::union_map &pairs)
    {
        isl::set possible = program::possible_constants(after_);
        pairs.intersect_params(possible).foreach_map([&](const isl::map &part) {
            if (!part.is_empty())
                result_.push_back({kind, part});
        });
    }

    /// \param now  of the changed program
    void compare(ValueFlow now)
    {
        now.flow = now.flow.subtract(across_private_copies(now.flow));
        now = through_copies(now, before_, after_);
        isl::union_map due = dependences_.flow.intersect_domain(tags_);
        isl::union_map live_in = dependences_.live_in.intersect_domain(tags_);
        isl::union_set reads = tags_of(before_, program::AccessKind::read);

        isl::union_map lost = due.subtract(now.flow);
        isl::union_map more = now.flow.subtract(due).subtract_range(lost.range());
        for (const Violation &violation : std::vector<Violation>(result_))
            if (violation.kind == Violation::Kind::flow)
                lost = lost.subtract(violation.pairs.to_union_map());
        add_lost(lost, now.flow);

        isl::union_map stray = harmful(more, due, reads.subtract(live_in.domain()));
        add(Violation::Kind::stray, stray);
        isl::union_set unfilled = live_in.subtract(now.live_in).domain().subtract(stray.range());
        add(Violation::Kind::unfilled, unfilled.subtract(lost.range()).identity());
    }

    void add_lost(const isl::union_map &lost, const isl::union_map &found)
    {
        std::size_t before = result_.size();
        add(Violation::Kind::storage, lost);
        for (std::size_t k = before; k < result_.size(); ++k)
            result_[k].found = found.intersect_range(result_[k].pairs.range().to_union_set());
    }

    /// Of the values that reads see in excess, those that matter. A read of no defined value may
    /// see any, but nothing after a write that may give it one.
    /// \param undefined  reads of nothing from before the region
    isl::union_map harmful(const isl::union_map &more, const isl::union_map &due,
                           const isl::union_set &undefined) const
    {
        isl::union_set definite = tags_of(before_, program::AccessKind::write);
        for (const Reduction &reduction : relaxed_)
            definite = definite.subtract(tags(before_, reduction));
        isl::union_set any = undefined.subtract(due.intersect_domain(definite).range());
        isl::union_map possible = more.subtract_domain(definite).intersect_range(any);
        return more.subtract_range(any).unite(after_others(possible, due));
    }

    /// Those writes, with their reads, that run after another write that the same read is to see.
    isl::union_map after_others(const isl::union_map &writes, const isl::union_map &due) const
    {
        isl::union_map result = isl::union_map::empty(due.ctx());
        writes.foreach_map([&](const isl::map &one) {
            isl::union_map same_reads = due.intersect_range(one.range().to_union_set());
            same_reads.foreach_map([&](const isl::map &other) {
                isl::map both = one.reverse().range_product(other.reverse());
                isl::map later = runs_after(both.space().range().unwrap());
                presburger::add_to(result, both.intersect_range(later.wrap())
                                               .range_factor_domain()
                                               .reverse()
                                               .to_union_map());
            });
        });
        return result;
    }

    /// { [S[i] -> R[]] -> [T[j] -> Q[]] }: S[i] runs after T[j].
    isl::map runs_after(const isl::space &tags) const
    {
        isl::map result = isl::map::empty(tags);
        isl::space first = tags.domain().unwrap().domain(), second = tags.range().unwrap().domain();
        for (const Site *one : order_.sites_of(first))
            for (const Site *other : order_.sites_of(second)) {
                isl::map before = order_.order(*other, *one).before();
                before = before.intersect_domain(other->instances).intersect_range(one->instances);
                result = result.unite(with_tags(before.reverse(), tags));
            }
        return result;
    }

    /// The pairs of a write and a read between which a thread's own copy begins or ends.
    isl::union_map across_private_copies(const isl::union_map &flow) const
    {
        isl::union_map result = isl::union_map::empty(flow.ctx());
        flow.foreach_map([&](const isl::map &pairs) {
            isl::space write = pairs.space().domain().unwrap(),
                       read = pairs.space().range().unwrap();
            std::size_t array = find_reference(after_, read).access->array;
            for (const Site *one : order_.sites_of(write.domain()))
                for (const Site *other : order_.sites_of(read.domain()))
                    presburger::add_to(result, with_tags(across(*one, *other, array), pairs.space())
                                                   .intersect(pairs)
                                                   .to_union_map());
        });
        return result;
    }

    /// { S[i] -> T[j] }: at two sites, where they have different copies of an array.
    isl::map across(const Site &one, const Site &other, std::size_t array) const
    {
        auto has_copy = [&](const Step &step) {
            return step.kind == Step::Kind::parallel && has_private(step.role->own, array);
        };
        const SiteOrder &order = order_.order(one, other);
        isl::map result = isl::map::empty(order.equal.space());
        for (const SiteOrder::Depth &shared : order.depths)
            if (has_copy(one.steps[shared.step]))
                result = result.unite(shared.unordered);
        for (const Site *site : {&one, &other})
            if (std::any_of(site->steps.begin() + long(order.parting), site->steps.end(), has_copy))
                result = result.unite(order.equal);
        return result.intersect_domain(one.instances).intersect_range(other.instances);
    }

    const Dependences &dependences_;
    program::Program before_, after_; ///< with the accesses to arrays of another layout alone
    const schedule::Tree &tree_;
    ExecutionOrder order_;
    const std::vector<Reduction> &relaxed_;
    isl::union_set tags_; ///< of before_
    std::vector<Violation> result_;
};

/// Adds kills of all local arrays to a program.
/// \return their instances
isl::union_set add_kills(program::Program &program)
{
    isl::union_set result = isl::union_set::empty(program.context.ctx());
    for (std::size_t array = 0; array < program.arrays.size(); ++array)
        if (program.arrays[array].is_local) {
            program.statements.push_back(program::kill_of(program, array));
            presburger::add_to(result, program.statements.back().domain.to_union_set());
        }
    return result;
}

} // namespace

bool has_other_layout(const program::Program &original, const program::Program &changed)
{
    return !changed_arrays(original, changed).empty();
}

std::vector<Violation> storage_violations(const program::Program &original,
                                          const Dependences &dependences,
                                          const program::Program &changed,
                                          const schedule::Tree &order,
                                          const std::vector<Reduction> &relaxed)
{
    Arrays arrays = changed_arrays(original, changed);
    if (arrays.empty())
        return violations(changed, dependences, order);
    FinalReads with_ends(original, dependences, changed, order, arrays);
    StorageCheck check(with_ends.before, with_ends.known, with_ends.after, with_ends.tree, relaxed,
                       arrays);
    std::vector<Violation> result = violations(with_ends.after, check.of_order(), with_ends.tree);
    bool is_complete = std::ranges::none_of(result, [](const Violation &violation) {
        return violation.kind == Violation::Kind::missing ||
               violation.kind == Violation::Kind::foreign;
    });
    if (is_complete)
        result = check.run(std::move(result));
    with_ends.rename(result);
    return result;
}

Dependences analyze_in_order(const program::Program &program, const schedule::Tree &order,
                             const std::vector<Reduction> &relaxed)
{
    program::Program killing = program;
    std::erase_if(killing.statements, std::mem_fn(&program::Statement::is_kill));
    isl::union_set first = add_kills(killing), last = add_kills(killing);
    if (first.is_empty())
        return analyze(killing, order, relaxed);
    schedule::NodePtr sequence =
        schedule::sequence({schedule::node(schedule::Filter{first}),
                            schedule::node(schedule::Filter{order.domain()}, order.node().child(0)),
                            schedule::node(schedule::Filter{last})});
    isl::union_set all = order.domain().unite(first).unite(last);
    return analyze(killing, schedule::Tree(schedule::node(schedule::Domain{all}, sequence)),
                   relaxed);
}

} // namespace espalier::dependence
