#include "espalier/strategies/role_plan.h"

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

class RolePlanner {
public:
    RolePlanner(const CpuStrategy &strategy, const program::Program &program,
                const dependence::Dependences &dependences)
        : strategy_(strategy), program_(program), dependences_(dependences)
    {
    }

    transform::CpuPlan plan(const schedule::Tree &tree)
    {
        return transform::CpuPlan{
            schedule::with_roles(tree, [this](const Loop &loop) { return resolved(loop); })};
    }

private:
    /// Null if the target has nothing for the loop.
    LoopRolePtr resolved(const Loop &loop)
    {
        const LoopKind kind = loop.role()->kind;
        if (kind == LoopKind::sequential)
            return loop.role();
        const bool is_parallel = kind == LoopKind::parallel;
        if (!is_parallel && strategy_.parallel && has_calls(loop))
            return nullptr;
        std::optional<schedule::Privatization> found = independent_loop(loop);
        if (!found && !is_parallel && is_loop_of_sums(loop))
            return schedule::loop_role(LoopKind::strict_vector);
        schedule::Privatization own = found.value_or(schedule::Privatization());
        bool has_clauses = !own.private_arrays.empty() || !own.reductions.empty();
        if (!strategy_.parallel && (is_parallel || has_clauses))
            return nullptr;
        return schedule::loop_role(
            LoopRole{is_parallel ? LoopKind::parallel : LoopKind::vector, std::move(own)});
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

transform::CpuPlan plan_by_roles(const CpuStrategy &strategy, const program::Program &program,
                                 const dependence::Dependences &dependences,
                                 const schedule::Tree &tree)
{
    return RolePlanner(strategy, program, dependences).plan(tree);
}

} // namespace espalier::strategies
