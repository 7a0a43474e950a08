#include "espalier/strategies/resolved_roles.h"

#include "espalier/dependence/ordered_sums.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"

#include <algorithm>

namespace espalier::strategies {

namespace {

using schedule::Loop;
using schedule::LoopKind;
using schedule::LoopRole;
using schedule::LoopRolePtr;

/// Whether a statement calls a function that is no instruction.
bool calls_functions(const program::Statement &statement)
{
    bool result = false;
    program::for_each_part(*statement.body, [&](const program::Expression &part) {
        const auto *call = std::get_if<program::CallOperation>(&part.node);
        result = result || (call && call->function != "fabs" && call->function != "fabsf");
    });
    return result;
}

/// Without threads, a parallel loop is sequential whatever depends on what.
bool asks_for_dependences(const CpuStrategy &strategy, LoopKind kind)
{
    return kind != LoopKind::sequential && (strategy.parallel || kind != LoopKind::parallel);
}

class RoleResolver {
public:
    RoleResolver(const CpuStrategy &strategy, const program::Program &program,
                 const dependence::Dependences &dependences)
        : strategy_(strategy), program_(program), dependences_(dependences)
    {
    }

    schedule::Tree resolved(const schedule::Tree &tree)
    {
        return schedule::with_roles(
            schedule::with_roles(tree, [this](const Loop &loop) { return resolved(loop); }),
            with_loops_beside);
    }

private:
    /// What loops around and inside have become: one that is joined to a loop around it has the
    /// same copies, and iterations need not be kept apart once the loop inside has lost its
    /// vectors.
    static LoopRolePtr with_loops_beside(const Loop &loop)
    {
        if (loop.role()->kind == LoopKind::joined)
            return joined(loop);
        if (!loop.role()->keeps_iterations_apart || has_vectors_below(loop))
            return loop.role();
        LoopRole role = *loop.role();
        role.keeps_iterations_apart = false;
        return role.kind == LoopKind::sequential && !role.blocking
                   ? nullptr
                   : schedule::loop_role(std::move(role));
    }

    static LoopRolePtr joined(const Loop &loop)
    {
        const std::optional<Loop> outer = loop.around();
        if (!outer || schedule::kind_of(outer->role()) != LoopKind::parallel)
            return schedule::with_kind(loop.role(), LoopKind::sequential);
        LoopRole role = *loop.role();
        role.own = outer->role()->own;
        return schedule::loop_role(std::move(role));
    }

    static bool has_vectors_below(const Loop &loop)
    {
        const schedule::Band &band = loop.band.as<schedule::Band>();
        return std::any_of(band.members.begin() + long(loop.member) + 1, band.members.end(),
                           is_vector) ||
               has_vectors(loop.band.child(0));
    }

    static bool has_vectors(const schedule::Cursor &node)
    {
        if (node.is<schedule::Band>() &&
            std::ranges::any_of(node.as<schedule::Band>().members, is_vector))
            return true;
        for (std::size_t k = 0; k < node.child_count(); ++k)
            if (has_vectors(node.child(k)))
                return true;
        return false;
    }

    static bool is_vector(const schedule::Member &member) { return has_lanes(member.kind()); }

    /// Sequential if the target has nothing for the loop.
    LoopRolePtr resolved(const Loop &loop)
    {
        const LoopKind kind = loop.role()->kind;
        if (kind == LoopKind::sequential || kind == LoopKind::joined)
            return loop.role();
        const bool is_parallel = kind == LoopKind::parallel;
        const LoopRolePtr sequential = schedule::with_kind(loop.role(), LoopKind::sequential);
        if (!asks_for_dependences(strategy_, kind))
            return sequential;
        if (!is_parallel && strategy_.parallel && has_calls(loop))
            return sequential;
        std::optional<schedule::Privatization> found = independent_loop(loop);
        LoopRole role = *loop.role();
        role.own = found.value_or(schedule::Privatization());
        if (!is_parallel)
            role.kind = !found && is_loop_of_sums(loop)   ? LoopKind::strict_vector
                        : kind == LoopKind::narrow_vector ? kind
                                                          : LoopKind::vector;
        if (!strategy_.parallel && takes_clauses(role.own))
            return sequential;
        return schedule::loop_role(std::move(role));
    }

    /// Whether a compiler has to be told of copies. It has local variables in registers, and so
    /// one for each lane of a vector by itself.
    bool takes_clauses(const schedule::Privatization &own) const
    {
        return !own.reductions.empty() ||
               !std::ranges::all_of(own.private_arrays, [&](std::size_t array) {
                   return program_.arrays[array].is_local && program_.arrays[array].extents.empty();
               });
    }

    std::optional<schedule::Privatization> independent_loop(const Loop &loop) const
    {
        isl::union_set instances = schedule::reaching_instances(loop.band);
        isl::multi_union_pw_aff outer = loop.functions_around();
        auto found =
            dependence::find_parallelism(program_, dependences_, instances, outer, loop.function());
        if (!found && strategy_.permitted)
            found = dependence::find_reduction_parallelism(program_, *strategy_.permitted,
                                                           instances, outer, loop.function());
        return found;
    }

    /// Whether functions are called in a loop. Compilers have no vectors of most, since these
    /// may set errno, and warn where OpenMP asks for them.
    bool has_calls(const Loop &loop) const
    {
        isl::union_set instances = schedule::reaching_instances(loop.band);
        return std::ranges::any_of(program_.statements, [&](const program::Statement &statement) {
            return !statement.is_kill() && calls_functions(statement) &&
                   !instances.intersect(statement.domain.to_union_set()).is_empty();
        });
    }

    /// Whether the iterations of a loop are independent but for the order of sums.
    bool is_loop_of_sums(const Loop &loop)
    {
        if (!unordered_sums_)
            unordered_sums_ = dependence::without_order_of_sums(program_, dependences_);
        std::optional<schedule::Privatization> found = dependence::find_reduction_parallelism(
            program_, *unordered_sums_, schedule::reaching_instances(loop.band),
            loop.functions_around(), loop.function());
        return found && found->private_arrays.empty();
    }

    const CpuStrategy &strategy_;
    const program::Program &program_;
    const dependence::Dependences &dependences_;
    std::optional<dependence::Relaxation> unordered_sums_; ///< made when it is needed
};

} // namespace

schedule::Tree with_resolved_roles(const CpuStrategy &strategy, const program::Program &program,
                                   const dependence::Dependences &dependences,
                                   const schedule::Tree &tree)
{
    return RoleResolver(strategy, program, dependences).resolved(tree);
}

bool has_roles_to_resolve(const CpuStrategy &strategy, const schedule::Tree &tree)
{
    return std::ranges::any_of(schedule::loops_with_roles(tree), [&](const Loop &loop) {
        return asks_for_dependences(strategy, loop.role()->kind);
    });
}

} // namespace espalier::strategies
