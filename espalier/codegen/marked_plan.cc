#include "espalier/codegen/marked_plan.h"

#include "espalier/codegen/c/ordered_sums.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/queries.h"
#include "espalier/transform/trees.h"

#include <algorithm>

namespace espalier::codegen {

namespace {

using schedule::Cursor;
using transform::LoopKind;

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

class MarkedPlanner {
public:
    MarkedPlanner(const CpuStrategy &strategy, const program::Program &program,
                  const dependence::Dependences &dependences)
        : strategy_(strategy), program_(program), dependences_(dependences)
    {
    }

    CpuPlan plan(const schedule::Tree &tree)
    {
        schedule::Tree result = visit(tree.root()).tree();
        return CpuPlan{std::move(result), std::move(marks_)};
    }

private:
    Cursor visit(const Cursor &node)
    {
        Cursor here = node.is<schedule::Mark>() ? read(node) : node;
        for (std::size_t k = 0; k < here.child_count(); ++k)
            here = visit(here.child(k)).parent();
        return here;
    }

    /// At the mark, or at its child if the target has nothing for it.
    Cursor read(const Cursor &mark)
    {
        const std::string &name = mark.as<schedule::Mark>().name;
        bool is_parallel = transform::is_mark_of(name, LoopKind::parallel);
        if (!is_parallel && !transform::is_mark_of(name, LoopKind::vector))
            return mark;
        Cursor band = mark.child(0);
        if (!is_parallel && strategy_.parallel && has_calls(band))
            return visit(schedule::remove(mark));
        std::optional<dependence::ParallelLoop> found = independent_loop(band);
        if (!found && !is_parallel && is_loop_of_sums(band)) {
            marks_.push_back({name, band.schedule_depth(), {}, Directive::ordered_sums});
            return mark;
        }
        dependence::ParallelLoop loop = found.value_or(dependence::ParallelLoop());
        bool has_clauses = !loop.private_arrays.empty() || !loop.reductions.empty();
        if (!strategy_.parallel && (is_parallel || has_clauses))
            return visit(schedule::remove(mark));
        Directive directive = is_parallel          ? Directive::parallel_for
                              : strategy_.parallel ? Directive::simd
                                                   : Directive::ivdep;
        marks_.push_back({name, band.schedule_depth(), std::move(loop), directive});
        return mark;
    }

    std::optional<dependence::ParallelLoop> independent_loop(const Cursor &band) const
    {
        isl::union_set instances = schedule::reaching_instances(band);
        isl::multi_union_pw_aff outer = functions_above(band, 0);
        isl::union_pw_aff member = band.as<schedule::Band>().member(0);
        auto found = dependence::find_parallelism(program_, dependences_, instances, outer, member);
        if (!found && strategy_.permitted)
            found = dependence::find_reduction_parallelism(program_, *strategy_.permitted,
                                                           instances, outer, member);
        return found;
    }

    /// Whether functions are called below a band. Compilers have no vectors of most, since these
    /// may set errno, and warn where OpenMP asks for them.
    bool has_calls(const Cursor &band) const
    {
        isl::union_set instances = schedule::reaching_instances(band);
        return std::ranges::any_of(program_.statements, [&](const program::Statement &statement) {
            return !statement.is_kill() && calls_functions(statement) &&
                   !instances.intersect(statement.domain.to_union_set()).is_empty();
        });
    }

    /// Whether the iterations of a loop are independent but for the order of sums.
    bool is_loop_of_sums(const Cursor &band)
    {
        if (!unordered_sums_)
            unordered_sums_ = without_order_of_sums(program_, dependences_);
        std::optional<dependence::ParallelLoop> found = dependence::find_reduction_parallelism(
            program_, *unordered_sums_, schedule::reaching_instances(band),
            functions_above(band, 0), band.as<schedule::Band>().member(0));
        return found && found->private_arrays.empty();
    }

    const CpuStrategy &strategy_;
    const program::Program &program_;
    const dependence::Dependences &dependences_;
    std::vector<ParallelMark> marks_;
    std::optional<dependence::Relaxation> unordered_sums_; ///< made when it is needed
};

void collect_marks(const Cursor &node, std::vector<Cursor> &result)
{
    if (node.is<schedule::Mark>())
        result.push_back(node);
    for (std::size_t k = 0; k < node.child_count(); ++k)
        collect_marks(node.child(k), result);
}

} // namespace

CpuPlan marked_plan(const CpuStrategy &strategy, const program::Program &program,
                    const dependence::Dependences &dependences, const schedule::Tree &tree)
{
    return MarkedPlanner(strategy, program, dependences).plan(tree);
}

std::vector<Cursor> marks_in(const schedule::Tree &tree)
{
    std::vector<Cursor> result;
    collect_marks(tree.root(), result);
    return result;
}

isl::multi_union_pw_aff functions_above(const schedule::Cursor &band, std::size_t member)
{
    isl::multi_union_pw_aff outer = schedule::prefix_functions(band);
    for (std::size_t k = 0; k < member; ++k)
        outer =
            outer.flat_range_product(isl::multi_union_pw_aff(band.as<schedule::Band>().member(k)));
    return outer;
}

} // namespace espalier::codegen
