#include "espalier/lowering/buffer_scopes.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/program/declared_memory.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>
#include <isl/aff.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

using program::AccessKind;
using schedule::Cursor;

/// The accesses to one array: { S[i] -> A[a] }.
struct Uses {
    isl::union_map reads, writes;
    isl::union_set instances; ///< of all kinds of accesses
};

/// Those with symbolic constants that the program is made for.
Uses uses_of(const program::Program &program, std::size_t array)
{
    isl::ctx ctx = program.context.ctx();
    Uses result{isl::union_map::empty(ctx), isl::union_map::empty(ctx), isl::union_set::empty(ctx)};
    const isl::set possible = program::possible_constants(program);
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            if (access.array != array || access.kind == AccessKind::kill)
                continue;
            isl::union_map relation = access.relation.intersect_params(possible).to_union_map();
            presburger::add_to(access.kind == AccessKind::write ? result.writes : result.reads,
                               relation);
            presburger::add_to(result.instances, relation.domain());
        }
    return result;
}

/// { [t] -> S[i] }: what an iteration of the loops above a place executes of some statements.
isl::union_map iterations_at(const Cursor &place, const isl::union_set &instances)
{
    return schedule::prefix_relation(place, instances.universe()).reverse();
}

/// Whether each iteration of the loops above a place reads only what it writes itself.
bool is_fresh(const Uses &uses, const Cursor &place)
{
    const isl::union_map iterations = iterations_at(place, uses.instances);
    // Most integer divisions have one value only, which takes long to find for each pair of parts.
    auto elements = [&](const isl::union_map &accesses) {
        return iterations.apply_range(accesses).detect_equalities(); // { [t] -> A[a] }
    };
    return elements(uses.reads).is_subset(elements(uses.writes));
}

/// Whether each iteration of the loops above a place uses one element, by equalities alone: whether
/// others come to the same is of no interest, and takes long to find.
bool uses_one_element(const Uses &uses, const Cursor &place)
{
    auto is_one = [&](const isl::union_map &accesses) {
        return iterations_at(place, accesses.domain())
            .apply_range(accesses)
            .affine_hull()
            .is_single_valued();
    };
    // Most buffers are found to be larger by their first access.
    bool is_single = true;
    auto stays_single = [&](const isl::map &access) {
        is_single = is_single && is_one(access.to_union_map());
    };
    uses.writes.foreach_map(stays_single);
    return is_single && is_one(uses.reads.unite(uses.writes));
}

/// Array contraction: all accesses are to a scalar in place of an array.
void contract(program::Program &program, std::size_t array)
{
    program.arrays[array].extents.clear();
    for (program::Statement &statement : program.statements)
        for (program::Access &access : statement.accesses)
            if (access.array == array)
                transform::set_element(program, access, array, {});
}

/// The places below bands, from the root inwards, that all uses reach.
std::vector<Cursor> places(const Uses &uses, const schedule::Tree &tree)
{
    std::vector<Cursor> result;
    isl::union_set used = uses.instances.intersect(tree.domain());
    // Only filters leave out what reaches the node above.
    auto is_inside = [&](const Cursor &child) {
        return !child.is<schedule::Filter>() ||
               used.is_subset(child.as<schedule::Filter>().instances);
    };
    Cursor here = tree.root();
    for (bool goes_on = !used.is_empty(); goes_on;) {
        goes_on = false;
        for (std::size_t k = 0; k < here.child_count() && !goes_on; ++k) {
            Cursor child = here.child(k);
            goes_on = is_inside(child);
            if (!goes_on)
                continue;
            if (here.is<schedule::Band>())
                result.push_back(child);
            here = child;
        }
    }
    return result;
}

bool has_parallel_member(const Cursor &node)
{
    return node.is<schedule::Band>() &&
           std::ranges::any_of(node.as<schedule::Band>().members,
                               [](const schedule::Member &member) {
                                   return member.kind() == schedule::LoopKind::parallel;
                               });
}

bool has_constant_size(const program::Array &array)
{
    return std::ranges::all_of(array.extents, [](const std::optional<isl::pw_aff> &extent) {
        return isl_pw_aff_is_cst(extent->get()) == isl_bool_true;
    });
}

/// Whether threads share the iterations of a loop around a place.
bool is_in_parallel_loop(const Cursor &place)
{
    std::vector<std::size_t> path = place.path();
    while (!path.empty()) {
        path.pop_back();
        if (has_parallel_member(place.tree().root().descendant(path)))
            return true;
    }
    return false;
}

/// A tree in which the loops around a place keep no copies of an array.
schedule::Tree without_copies(const Cursor &place, std::size_t array)
{
    const std::vector<std::size_t> path = place.path();
    return schedule::with_roles(place.tree(), [&](const schedule::Loop &loop) {
        const std::vector<std::size_t> own = loop.band.path();
        const bool is_around =
            own.size() < path.size() && std::equal(own.begin(), own.end(), path.begin());
        if (!is_around)
            return loop.role();
        schedule::LoopRole role = *loop.role();
        std::erase(role.own.private_arrays, array);
        return schedule::loop_role(std::move(role));
    });
}

/// Declares an array at a place, and drops it from what threads have copies of.
void declare(LoweredPlan &plan, std::size_t array, const Cursor &place)
{
    const bool is_marked =
        place.is<schedule::Mark>() && plan.buffers.contains(place.as<schedule::Mark>().name);
    const std::string mark =
        is_marked ? place.as<schedule::Mark>().name : fmt::format("buffers{}", plan.buffers.size());
    plan.buffers[mark].push_back(array);
    plan.tree = without_copies(place, array);
    if (!is_marked)
        plan.tree = schedule::insert_mark(plan.tree.root().descendant(place.path()), mark).tree();
}

/// Decides which of the declared arrays fit on a stack together. Buffers of kernels do.
class Stack {
public:
    explicit Stack(const LoweredPlan &plan) : has_kernels_(!plan.contracts.empty()) {}

    bool takes(const program::Array &array)
    {
        constexpr long most = 1L << 17; // elements
        if (has_kernels_ && has_constant_size(array))
            return true;
        const std::optional<long> elements = program::elements_on_stack(array);
        if (!elements || *elements > most - elements_)
            return false;
        elements_ += *elements;
        return true;
    }

private:
    bool has_kernels_;
    long elements_ = 0;
};

/// Whether the threads of some loop have copies of an array.
bool has_copies(const schedule::Tree &tree, std::size_t array)
{
    return std::ranges::any_of(schedule::loops_with_roles(tree), [&](const schedule::Loop &loop) {
        const schedule::Privatization &own = loop.role()->own;
        return std::ranges::find(own.private_arrays, array) != own.private_arrays.end() ||
               std::ranges::find(own.reductions, array, &program::Reduction::array) !=
                   own.reductions.end();
    });
}

/// Has an array that stays declared around all loops be allocated, unless it has a constant size,
/// as arrays of the source have that were changed, or copies, which only declarations can have.
void allocate_for_region(LoweredPlan &plan, std::size_t array)
{
    if (has_constant_size(plan.program.arrays[array]) || has_copies(plan.tree, array))
        return;
    plan.shared.insert(array);
    plan.allocated.push_back(array);
}

} // namespace

LoweredPlan with_buffer_scopes(LoweredPlan plan)
{
    Stack stack(plan);
    for (std::size_t array = 0; array < plan.program.arrays.size(); ++array) {
        if (!plan.program.arrays[array].is_declared_by_extents)
            continue;
        Uses uses = uses_of(plan.program, array);
        std::vector<Cursor> inwards = places(uses, plan.tree);
        auto found = std::find_if(inwards.rbegin(), inwards.rend(),
                                  [&](const Cursor &place) { return is_fresh(uses, place); });
        if (found == inwards.rend()) {
            allocate_for_region(plan, array);
            continue;
        }
        if (!plan.program.arrays[array].extents.empty() && uses_one_element(uses, *found))
            contract(plan.program, array);
        const bool is_of_threads = is_in_parallel_loop(*found);
        declare(plan, array, *found);
        if (!is_of_threads)
            plan.shared.insert(array);
        if (is_of_threads ? !stack.takes(plan.program.arrays[array])
                          : !has_constant_size(plan.program.arrays[array]))
            plan.allocated.push_back(array);
    }
    return plan;
}

} // namespace espalier::lowering
