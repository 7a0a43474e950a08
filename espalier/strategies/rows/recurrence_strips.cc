#include "espalier/strategies/rows/recurrence_strips.h"

#include "espalier/dependence/dead_instances.h"
#include "espalier/dependence/parallelism.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/strategies/binding_dependences.h"
#include "espalier/strategies/iterations_apart.h"
#include "espalier/strategies/loop_rest.h"
#include "espalier/strategies/own_copies.h"
#include "espalier/strategies/rows/recurrences_inside.h"
#include "espalier/strategies/rows/strip_size.h"
#include "espalier/strategies/rows/sums_inside.h"
#include "espalier/strategies/strides.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/strip_copies.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::LoopKind;
using transform::MatrixView;
using transform::Statement;

isl::union_set instances_of(const std::vector<const Statement *> &statements)
{
    isl::union_set result = isl::union_set::empty(statements.front()->instances.ctx());
    for (const Statement *statement : statements)
        presburger::add_to(result, statement->instances.to_union_set());
    return result;
}

/// { S[i] -> [t] }: when a loop executes each instance of the statements in it.
isl::union_pw_aff times(const std::vector<const Statement *> &statements, std::size_t row)
{
    isl::union_pw_aff result = presburger::empty_union_pw_aff(statements.front()->instances.ctx());
    for (const Statement *statement : statements)
        presburger::add_to(result, statement->time(row));
    return result;
}

/// { S[i] -> [t] }: the same for the outermost loops.
isl::multi_union_pw_aff outer_times(const std::vector<const Statement *> &statements,
                                    std::size_t rows)
{
    isl::ctx ctx = statements.front()->instances.ctx();
    isl::union_pw_aff_list all(ctx, 0);
    for (std::size_t row = 0; row < rows; ++row)
        all = all.add(times(statements, row));
    return isl::multi_union_pw_aff(isl::space::unit(ctx).add_unnamed_tuple(unsigned(rows)), all);
}

/// Whether there are some of the instances for all values of the loops around.
/// \param outer  as outer_times has them
bool are_everywhere(const isl::union_set &some, const isl::union_set &instances,
                    const isl::multi_union_pw_aff &outer)
{
    if (isl_multi_union_pw_aff_dim(outer.get(), isl_dim_out) == 0)
        return !some.is_empty();
    const isl::union_map times = isl::manage(isl_union_map_from_multi_union_pw_aff(outer.copy()));
    return instances.apply(times).is_subset(some.apply(times));
}

/// The dimension of its domain that a row of a statement goes through: a loop of the source, or of
/// what copies elements of arrays.
std::size_t dimension_of(const Statement &statement, std::size_t row)
{
    return statement.rows[row].source_loop.value_or(row);
}

/// Goes through the loops of a region from the outermost ones inwards.
class StripMaker {
public:
    StripMaker(const MatrixView &view, const dependence::Dependences &dependences,
               const machine::Machine &machine, bool parallel, std::optional<long> size)
        : program_(view.program), dependences_(dependences), machine_(machine), size_(size),
          parallel_(parallel), scop_(view)
    {
    }

    std::optional<Candidate> make(const Beta &place) &&
    {
        if (!has_loops_of_source(place))
            return std::nullopt;
        if (place.empty())
            visit_loops_in(place);
        else
            visit(place);
        if (sizes_.empty())
            return std::nullopt;
        const std::string step = size_
                                     ? fmt::format("recurrences_in_strips(beta{{}}, {})\n", *size_)
                                     : "recurrences_in_strips()\n";
        return Candidate{.plan = transform::plan_of(with_iterations_apart(std::move(scop_)), step),
                         .description = fmt::format("recurrences of {} iterations run side by side",
                                                    fmt::join(sizes_, " and ")),
                         .has_model = false};
    }

    MatrixView make_inside(const Beta &outer) &&
    {
        if (has_loops_of_source(outer))
            visit_loops_in(outer);
        return std::move(scop_);
    }

private:
    /// Whether the loops in a place are those of the source, which accesses are looked at along.
    bool has_loops_of_source(const Beta &place) const
    {
        return std::ranges::all_of(statements_in(scop_, place), [](const Statement *statement) {
            return std::ranges::all_of(statement->rows, [](const transform::Row &row) {
                return row.source_loop.has_value();
            });
        });
    }

    /// The loops among the children of a loop, or of the region.
    void visit_loops_in(const Beta &parent)
    {
        for (long child = 0; !statements_in(scop_, transform::append(parent, child)).empty();
             ++child) {
            Beta loop = transform::append(parent, child);
            if (is_loop(loop))
                visit(loop);
        }
    }

    void visit(const Beta &loop)
    {
        if (!parallel_ && innermost_loops(scop_, loop).empty() && !runs_with_next(loop))
            return;
        if (parallelism(scop_, loop)) {
            while (fuse_with_next(loop))
                ;
            if (const std::optional<Beta> best = best_loop(loop))
                make_strips(*best, contract_arrays(*best));
        } else if (make_strips_in_front(loop)) {
            return;
        } else if (!make_strips_of_copies(loop)) {
            return visit_loops_in(loop);
        }
        if (parallel_)
            scop_ = with_kind(std::move(scop_), loop, LoopKind::parallel);
    }

    bool is_loop(const Beta &place) const
    {
        return statements_in(scop_, place).front()->beta.size() > place.size();
    }

    /// What makes the iterations of a loop independent; nothing if they are not.
    std::optional<schedule::Privatization> parallelism(const MatrixView &view,
                                                       const Beta &loop) const
    {
        return parallelism(statements_in(view, loop), loop.size() - 1);
    }

    /// \param row  of the loop, in all of the statements
    std::optional<schedule::Privatization>
    parallelism(const std::vector<const Statement *> &statements, std::size_t row) const
    {
        return find_parallelism(program_, dependences_, instances_of(statements),
                                outer_times(statements, row), times(statements, row));
    }

    static std::set<Beta> innermost_loops(const MatrixView &view, const Beta &loop)
    {
        std::set<Beta> result;
        for (const Statement *statement : statements_in(view, loop))
            if (statement->depth() > loop.size())
                result.insert(transform::enclose(statement->beta));
        return result;
    }

    /// Whether an innermost loop in a loop carries dependences, and more than sums that have other
    /// ways to overlap: those of what is contiguous in this loop have none.
    bool has_recurrence(const MatrixView &view, const Beta &loop) const
    {
        return std::ranges::any_of(innermost_loops(view, loop), [&](const Beta &inner) {
            return is_recurrence(view, inner, loop);
        });
    }

    /// The same of the loops that are deepest inside, which most of the work is in.
    bool has_recurrence_at_heart(const MatrixView &view, const Beta &loop) const
    {
        return std::ranges::any_of(deepest_loops(view, loop), [&](const Beta &inner) {
            return is_recurrence(view, inner, loop);
        });
    }

    static std::set<Beta> deepest_loops(const MatrixView &view, const Beta &loop)
    {
        std::set<Beta> result = innermost_loops(view, loop);
        const std::size_t depth =
            result.empty() ? 0 : std::ranges::max(result, {}, &Beta::size).size();
        std::erase_if(result, [&](const Beta &inner) { return inner.size() < depth; });
        return result;
    }

    bool is_recurrence(const MatrixView &view, const Beta &inner, const Beta &loop) const
    {
        auto is_other_sum = [&](const Statement *statement) {
            const program::Statement &source =
                transform::program_statement(view.program, *statement);
            return is_sum_along(source, dimension_of(*statement, statement->depth() - 1)) &&
                   has_jump_along(source, dimension_of(*statement, loop.size() - 1));
        };
        return !std::ranges::all_of(statements_in(view, inner), is_other_sum) &&
               !parallelism(view, inner);
    }

    /// How many accesses in a loop go from one element to the next along another one, or itself.
    int contiguous_accesses(const Beta &inner, const Beta &loop) const
    {
        int result = 0;
        for (const Statement *statement : statements_in(scop_, inner))
            result += contiguous_along(scop_.program,
                                       transform::program_statement(scop_.program, *statement),
                                       dimension_of(*statement, loop.size() - 1));
        return result;
    }

    /// A loop, or one in which all of it is, with independent iterations and recurrences in each:
    /// the one along which most elements are beside each other, as far inside as possible.
    std::optional<Beta> best_loop(const Beta &loop) const
    {
        std::optional<Beta> result;
        auto is_whole = [&](const Beta &inner) {
            return statements_in(scop_, inner).size() == statements_in(scop_, loop).size();
        };
        for (Beta inner = loop; is_whole(inner) && is_loop(inner); inner.push_back(0))
            if (has_recurrence(scop_, inner) && parallelism(scop_, inner) &&
                (!result || contiguous_accesses(loop, inner) >= contiguous_accesses(loop, *result)))
                result = inner;
        return result;
    }

    /// The innermost loops in a loop that are better ones for vectors than that.
    std::set<Beta> vector_loops(const Beta &loop) const
    {
        std::set<Beta> result;
        for (const Beta &inner : innermost_loops(scop_, loop))
            if (contiguous_accesses(inner, inner) > contiguous_accesses(inner, loop) &&
                parallelism(scop_, inner))
                result.insert(inner);
        return result;
    }

    /// Whether what stands behind a loop is one through the same iterations.
    bool runs_with_next(const Beta &loop) const
    {
        const Beta next = transform::append(transform::enclose(loop), loop.back() + 1);
        return !statements_in(scop_, next).empty() && is_loop(next) && has_loops_of_source(next) &&
               run_together(scop_, loop, next);
    }

    /// A loop and what stands behind it as one loop with recurrences; nothing if they cannot be.
    std::optional<MatrixView> fused_with_next(const Beta &loop) const
    {
        if (!runs_with_next(loop))
            return std::nullopt;
        MatrixView fused = fusion(scop_, transform::enclose(loop), loop.back());
        return has_recurrence(fused, loop) && parallelism(fused, loop)
                   ? std::optional(std::move(fused))
                   : std::nullopt;
    }

    /// Fuses a loop with what stands behind it, if that is a loop through the same iterations. What
    /// only begins the recurrences behind it is left to these: they end with all that they begin
    /// with in the cache.
    bool fuse_with_next(const Beta &loop)
    {
        std::optional<MatrixView> fused = fused_with_next(loop);
        const Beta next = transform::append(transform::enclose(loop), loop.back() + 1);
        if (!fused || (!has_recurrence(scop_, next) && fused_with_next(next)))
            return false;
        scop_ = std::move(*fused);
        return true;
    }

    /// Makes strips of a loop whose iterations are kept apart by arrays that each of them writes
    /// anew: they get copies of these.
    /// \return whether there is such a loop
    bool make_strips_of_copies(const Beta &loop)
    {
        const std::vector<const Statement *> inside = statements_in(scop_, loop);
        const isl::union_set instances = instances_of(inside);
        const isl::multi_union_pw_aff outer = outer_times(inside, loop.size() - 1);
        const isl::union_pw_aff member = times(inside, loop.size() - 1);
        program::Program known = program_; // with what loops before have taken for granted
        known.assumptions = scop_.program.assumptions;
        const auto found = arrays_to_copy(known, {{}, dependences_}, instances, outer, member);
        if (!found || found->arrays.empty())
            return false;
        const dependence::Dependences all = dependences_;
        dependences_ = without_reuse(program_, all, found->arrays, instances, outer, member);
        if (found->assumed)
            dependences_ = dependence::restricted(
                dependences_, program::instances(program_).intersect_params(*found->assumed));
        if (best_loop(loop) == loop && has_recurrence_at_heart(scop_, loop))
            if (auto copied = with_copies(scop_, *found, loop)) {
                std::vector<std::size_t> copies(found->arrays.size());
                std::iota(copies.begin(), copies.end(), scop_.program.arrays.size());
                scop_ = std::move(*copied);
                make_strips(loop, copies);
                return true;
            }
        dependences_ = all;
        return false;
    }

    /// Makes strips of a loop of which a part has to stay in order, behind what need not: that part
    /// goes through each strip when the other one has.
    ///   for i: { s = 0; for j: s += a[j][i]; m = max(m, s); }
    ///     ->  for i in steps of 16: { ...; for j: for i: s[i] += a[j][i]; for i: m = max(m, s[i]);
    ///     }
    /// \return whether there is such a loop
    bool make_strips_in_front(const Beta &loop)
    {
        const std::set<Beta> deepest = deepest_loops(scop_, loop);
        if (std::ranges::none_of(deepest, [&](const Beta &inner) {
                return inner.size() > loop.size() && contiguous_accesses(inner, loop) > 0;
            }))
            return false;
        const isl::union_map binding = binding_dependences(scop_, dependences_);
        const std::set<long> rest = rest_of(scop_, binding, loop);
        const long children = child_count(scop_, loop);
        if (rest.empty() || *rest.begin() != children - long(rest.size()) ||
            !has_loop_beside(scop_, loop, rest) || !has_recurrence_in_front(loop, rest))
            return false;
        const auto shared = arrays_of_both(scop_, loop, rest);
        if (!shared)
            return false;
        const std::vector<const Statement *> inside = statements_in(scop_, loop);
        dependences_ =
            without_reuse(program_, dependences_, *shared, instances_of(inside),
                          outer_times(inside, loop.size() - 1), times(inside, loop.size() - 1));
        make_strips(loop, *shared, rest);
        return true;
    }

    /// Whether the loops deepest in a loop, but for its rest, have a recurrence.
    bool has_recurrence_in_front(const Beta &loop, const std::set<long> &rest) const
    {
        return std::ranges::any_of(deepest_loops(scop_, loop), [&](const Beta &inner) {
            return !rest.contains(inner[loop.size()]) && is_recurrence(scop_, inner, loop);
        });
    }

    /// Gives iterations of a loop copies of arrays that hardly any value is left in: what remains
    /// stays in the cache.
    ///   for t: for i: { for j: p[i][j] = ...; for j: ... = p[i][j]; }  ->  ... p_own[j] ...
    /// \return the copies, positions in Program::arrays
    std::vector<std::size_t> contract_arrays(const Beta &loop)
    {
        const std::vector<const Statement *> inside = statements_in(scop_, loop);
        const isl::union_set instances = instances_of(inside);
        const isl::multi_union_pw_aff outer = outer_times(inside, loop.size() - 1);
        const isl::union_pw_aff member = times(inside, loop.size() - 1);
        std::vector<std::size_t> result;
        for (std::size_t array = 0; array < program_.arrays.size(); ++array) {
            if (program_.arrays[array].extents.empty())
                continue;
            const isl::union_map lasting = lasting_writes(program_, dependences_, array, instances);
            if (are_everywhere(lasting.domain(), instances, outer) ||
                !is_written_anew(program_, dependences_, array, instances, outer, member))
                continue;
            const std::size_t copy = scop_.program.arrays.size();
            if (std::optional<MatrixView> copied = with_copy(scop_, array, loop, lasting)) {
                scop_ = std::move(*copied);
                result.push_back(copy);
            }
        }
        return result;
    }

    /// \param copies  arrays of which each iteration has elements of its own, beside those that
    ///                the dependences say this of
    /// \param rest    the children of the loop that stay in order
    void make_strips(const Beta &loop, const std::vector<std::size_t> &copies = {},
                     const std::set<long> &rest = {})
    {
        const std::set<Beta> whole = vector_loops(loop);
        std::vector<const Statement *> independent = statements_in(scop_, loop);
        std::erase_if(independent, [&](const Statement *statement) {
            return rest.contains(statement->beta[loop.size()]);
        });
        std::vector<std::size_t> own =
            parallelism(independent, loop.size() - 1).value().private_arrays;
        for (std::size_t copy : copies)
            if (std::ranges::find(own, copy) == own.end())
                own.push_back(copy);
        std::set<std::string> in_order;
        for (const Statement *statement : statements_in(scop_, loop))
            if (rest.contains(statement->beta[loop.size()]))
                in_order.insert(statement->label);
        const std::string points = statements_in(scop_, loop).front()->rows[loop.size() - 1].name;
        const long size = size_.value_or(strip_size(scop_.program, independent, machine_));
        for (std::size_t array : own)
            scop_ = with_strip_copies(std::move(scop_), array, loop, size);
        scop_ = strip_mine_inwards(std::move(scop_), loop, size, whole);
        make_vectors(loop, points, in_order);
        sizes_.insert(size);
    }

    /// Loops through strips run in vectors, but for those around statements that stay in order.
    /// \param loop    over the strips
    /// \param points  the name of the rows of loops through strips
    void make_vectors(const Beta &loop, const std::string &points,
                      const std::set<std::string> &in_order)
    {
        std::set<Beta> ordered;
        for (const Statement *statement : statements_in(std::as_const(scop_), loop))
            if (in_order.contains(statement->label))
                ordered.insert(transform::enclose(statement->beta));
        for (Statement *statement : statements_in_loop(scop_, loop))
            if (statement->rows.back().name == points &&
                !ordered.contains(transform::enclose(statement->beta)))
                statement->rows.back().role = schedule::loop_role(LoopKind::vector);
    }

    const program::Program program_;      ///< of the dependences
    dependence::Dependences dependences_; ///< but for those of arrays that have copies
    const machine::Machine &machine_;
    const std::optional<long> size_; ///< of all strips
    bool parallel_;
    MatrixView scop_;
    std::set<long> sizes_; ///< of the strips that there are
};

} // namespace

std::optional<Candidate> recurrences_in_strips(const MatrixView &view, const Beta &place,
                                               const dependence::Dependences &dependences,
                                               const machine::Machine &machine, bool parallel,
                                               std::optional<long> size)
{
    return StripMaker(view, dependences, machine, parallel, size).make(place);
}

MatrixView with_recurrences_in_strips(MatrixView view, const Beta &outer,
                                      const dependence::Dependences &dependences,
                                      const machine::Machine &machine)
{
    return StripMaker(view, dependences, machine, false, {}).make_inside(outer);
}

Strategy recurrence_strips()
{
    return {.name = "recurrences_in_strips",
            .subject = "recurrences inside of loops with independent iterations",
            .refusal = "there is no recurrence in loops of the source around which a loop has "
                       "independent iterations",
            .budget_parts = 2,
            .propose = at_most_one([](const Subject &subject) {
                auto strips = [&](const transform::MatrixView &view) {
                    return recurrences_in_strips(view, {}, subject.dependences, subject.machine,
                                                 subject.parallel);
                };
                const program::Program &program = subject.program;
                std::optional<Candidate> result;
                if (const auto turned = with_sums_inside(program, subject.dependences))
                    result = strips(*turned);
                if (!result)
                    result = strips(transform::original_view(program));
                if (!result)
                    if (const auto turned = with_recurrences_inside(program, subject.dependences))
                        result = strips(*turned);
                return result;
            })};
}

} // namespace espalier::strategies
