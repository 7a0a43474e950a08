#include "espalier/strategies/rows/recurrence_strips.h"

#include "espalier/dependence/dead_instances.h"
#include "espalier/dependence/parallelism.h"
#include "espalier/strategies/binding_dependences.h"
#include "espalier/strategies/contractions/substituted_scalars.h"
#include "espalier/strategies/iterations_apart.h"
#include "espalier/strategies/loop_rest.h"
#include "espalier/strategies/own_copies.h"
#include "espalier/strategies/rows/line_copies.h"
#include "espalier/strategies/rows/recurrence_search.h"
#include "espalier/strategies/rows/recurrences_inside.h"
#include "espalier/strategies/rows/short_sums.h"
#include "espalier/strategies/rows/strip_size.h"
#include "espalier/strategies/rows/sums_inside.h"
#include "espalier/strategies/strides.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/carried_values.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/strip_copies.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::LoopKind;
using transform::MatrixView;
using transform::Statement;

/// Goes through the loops of a region from the outermost ones inwards.
class StripMaker {
public:
    StripMaker(const MatrixView &view, const dependence::Dependences &dependences,
               const machine::Machine &machine, bool parallel, std::optional<long> size)
        : program_(view.program), dependences_(dependences), machine_(machine), size_(size),
          parallel_(parallel), scop_(view), search_(program_, dependences_)
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
        if (parallel_)
            turn_for_threads(parent);
        for (long child = 0; !statements_in(scop_, transform::append(parent, child)).empty();
             ++child) {
            Beta loop = transform::append(parent, child);
            if (is_loop(loop))
                visit(loop);
        }
    }

    /// Takes loops among the children that carry dependences inside of those that threads can
    /// share: outside of them, threads would wait for each other in each iteration.
    void turn_for_threads(const Beta &parent)
    {
        const isl::union_map binding = binding_dependences(scop_, dependences_);
        for (long child = child_count(scop_, parent); child-- > 0;) {
            const Beta loop = transform::append(parent, child);
            if (!is_loop(loop))
                continue;
            std::optional<MatrixView> turned = with_recurrence_inside(scop_, loop, binding);
            if (turned && search_.parallelism(*turned, loop) &&
                search_.has_recurrence(*turned, loop))
                scop_ = std::move(*turned);
        }
    }

    void visit(const Beta &loop)
    {
        if (!parallel_ && innermost_loops(scop_, loop).empty() && !runs_with_next(loop))
            return;
        bool joined = false;
        if (std::optional<schedule::Privatization> own = search_.parallelism(scop_, loop)) {
            while (fuse_with_next(loop))
                own = search_.parallelism(scop_, loop);
            const std::optional<IndependentLoop> best =
                best_loop(scop_, search_.loops_around_recurrences(scop_, {loop, *own}));
            joined = best && best->place != loop && has_loop_to_join(loop);
            if (best)
                make_strips(*best, contract_arrays(best->place));
        } else if (make_strips_in_front(loop)) {
            return;
        } else if (!make_strips_of_copies(loop)) {
            return visit_loops_in(loop);
        }
        if (parallel_)
            scop_ = with_threads(std::move(scop_), loop, joined);
    }

    /// Whether a parallel loop is around another one that threads had better share as well, since
    /// there may be no more than a few iterations, as of batches and channels: one with enough in
    /// each iteration for it not to matter how they are counted.
    bool has_loop_to_join(const Beta &loop) const
    {
        constexpr std::size_t loops_inside = 2;
        const Beta inner = transform::append(loop, 0);
        return deepest_loops(scop_, loop).begin()->size() >= inner.size() + loops_inside &&
               statements_in(scop_, inner).size() == statements_in(scop_, loop).size() &&
               search_.is_independent_around(scop_, loop);
    }

    static MatrixView with_threads(MatrixView view, const Beta &loop, bool joined)
    {
        view = with_kind(std::move(view), loop, LoopKind::parallel);
        return joined ? with_kind(std::move(view), transform::append(loop, 0), LoopKind::joined)
                      : view;
    }

    bool is_loop(const Beta &place) const
    {
        return statements_in(scop_, place).front()->beta.size() > place.size();
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
        return search_.has_recurrence(fused, loop) && search_.parallelism(fused, loop)
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
        if (!fused || (!search_.has_recurrence(scop_, next) && fused_with_next(next)))
            return false;
        scop_ = std::move(*fused);
        return true;
    }

    /// Makes strips of a loop whose iterations are kept apart by arrays that each of them writes
    /// anew: they get copies of these.
    /// \return whether there is such a loop
    bool make_strips_of_copies(const Beta &loop)
    {
        const auto [instances, outer, member] =
            times_in_loop(statements_in(scop_, loop), loop.size() - 1);
        program::Program known = program_; // with what loops before have taken for granted
        known.assumptions = scop_.program.assumptions;
        const auto found = arrays_to_copy(known, {{}, dependences_}, instances, outer, member);
        if (!found || found->is_nothing())
            return false;
        const dependence::Dependences all = dependences_;
        dependences_ = without_reuse(program_, all, found->arrays, instances, outer, member);
        if (found->assumed)
            dependences_ = dependence::restricted(
                dependences_, program::instances(program_).intersect_params(*found->assumed));
        if (const auto own = own_if_best(loop))
            if (auto copied = with_copies(scop_, *found, loop)) {
                std::vector<std::size_t> copies(found->arrays.size());
                std::iota(copies.begin(), copies.end(), scop_.program.arrays.size());
                scop_ = std::move(*copied);
                scop_ = with_line_copies_attached(std::move(scop_), loop, copies, program_,
                                                  dependences_);
                make_strips({loop, *own}, copies);
                return true;
            }
        dependences_ = all;
        return false;
    }

    /// What makes the iterations of a loop independent, if it is the best one around recurrences.
    std::optional<schedule::Privatization> own_if_best(const Beta &loop) const
    {
        const auto own = search_.parallelism(scop_, loop);
        if (!own || !search_.has_recurrence_at_heart(scop_, loop))
            return std::nullopt;
        const auto best = best_loop(scop_, search_.loops_around_recurrences(scop_, {loop, *own}));
        return best && best->place == loop ? own : std::nullopt;
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
                return inner.size() > loop.size() && contiguous_accesses(scop_, inner, loop) > 0;
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
        const auto [instances, outer, member] =
            times_in_loop(statements_in(scop_, loop), loop.size() - 1);
        const dependence::Dependences all = dependences_;
        dependences_ = without_reuse(program_, all, *shared, instances, outer, member);
        const auto own = search_.parallelism(without(loop, rest), loop.size() - 1);
        if (own)
            make_strips({loop, *own}, *shared, rest);
        else
            dependences_ = all;
        return own.has_value();
    }

    /// Whether the loops deepest in a loop, but for its rest, have a recurrence.
    bool has_recurrence_in_front(const Beta &loop, const std::set<long> &rest) const
    {
        return std::ranges::any_of(deepest_loops(scop_, loop), [&](const Beta &inner) {
            return !rest.contains(inner[loop.size()]) && search_.is_recurrence(scop_, inner, loop);
        });
    }

    /// Gives iterations of a loop copies of arrays that hardly any value is left in, as what
    /// remains stays in the cache, and of elements that they only add to.
    ///   for t: for i: { for j: p[i][j] = ...; for j: ... = p[i][j]; }  ->  ... p_own[j] ...
    /// \return the copies, positions in Program::arrays
    std::vector<std::size_t> contract_arrays(const Beta &loop)
    {
        const auto [instances, outer, member] =
            times_in_loop(statements_in(scop_, loop), loop.size() - 1);
        const std::set<Beta> unrolled = short_sums(scop_, loop);
        std::vector<std::size_t> result;
        for (std::size_t array = 0; array < program_.arrays.size(); ++array) {
            if (program_.arrays[array].extents.empty())
                continue;
            const isl::union_map lasting = lasting_writes(program_, dependences_, array, instances);
            const bool hardly_lasts = !are_everywhere(lasting.domain(), instances, outer);
            if (!(hardly_lasts || adds_in_place(loop, array, unrolled)) ||
                !is_written_anew(program_, dependences_, array, instances, outer, member))
                continue;
            const std::size_t copy = scop_.program.arrays.size();
            std::optional<MatrixView> copied = with_copy(scop_, array, loop, lasting);
            if (copied && (hardly_lasts || copied->program.arrays[copy].extents.empty())) {
                scop_ = std::move(*copied);
                result.push_back(copy);
            }
        }
        return result;
    }

    /// Whether loops inside of a loop, which are not unrolled, add to elements of an array that
    /// stay the same in them. Compilers keep such sums in registers, but in code for threads only
    /// if they are in memory of the code's own: there, they no longer know that arrays are apart.
    /// \param unrolled  the outermost loops of nests that are
    bool adds_in_place(const Beta &loop, std::size_t array, const std::set<Beta> &unrolled) const
    {
        return std::ranges::any_of(statements_in(scop_, loop), [&](const Statement *statement) {
            const program::Statement &source =
                transform::program_statement(scop_.program, *statement);
            return statement->depth() > loop.size() && transform::writes(source, array) &&
                   is_sum_along(source, dimension_of(*statement, statement->depth() - 1)) &&
                   !unrolled.contains(transform::first(statement->beta, loop.size() + 1));
        });
    }

    /// Keeps last values of recurrences in scalars where iterations beside each other would find
    /// them in lines of their own.
    /// \return the scalars, positions in Program::arrays
    std::vector<std::size_t> carry_values(const Beta &loop)
    {
        std::vector<std::string> labels;
        for (const Statement *statement : statements_in(std::as_const(scop_), loop))
            if (statement->depth() > loop.size() && writes_along_lines(*statement, loop))
                labels.push_back(statement->label);
        std::vector<std::size_t> result;
        for (const std::string &label : labels) {
            const Beta place = labelled(scop_, label).beta;
            if (auto carried = transform::with_values_carried(scop_, place)) {
                scop_ = std::move(carried->view);
                result.insert(result.end(), carried->scalars.begin(), carried->scalars.end());
            }
        }
        return result;
    }

    /// Whether what a statement writes in its innermost loop is contiguous, but not along another
    /// loop, and not in copies, which are made so that it is.
    bool writes_along_lines(const Statement &statement, const Beta &loop) const
    {
        const program::Statement &source = transform::program_statement(scop_.program, statement);
        return std::ranges::any_of(source.accesses, [&](const program::Access &access) {
            return access.kind != program::AccessKind::read &&
                   access.array < program_.arrays.size() &&
                   is_contiguous(access, dimension_of(statement, statement.depth() - 1)) &&
                   jumps_along(access, dimension_of(statement, loop.size() - 1));
        });
    }

    /// The statements in a loop but for some of its children.
    std::vector<const Statement *> without(const Beta &loop, const std::set<long> &rest) const
    {
        std::vector<const Statement *> result = statements_in(scop_, loop);
        std::erase_if(result, [&](const Statement *statement) {
            return rest.contains(statement->beta[loop.size()]);
        });
        return result;
    }

    /// The loops that stay inside of those through strips, of which sums are unrolled.
    std::set<Beta> loops_inside_strips(const Beta &loop)
    {
        std::set<Beta> result = search_.vector_loops(scop_, loop);
        for (const Beta &nest : short_sums(scop_, loop))
            if (std::ranges::none_of(
                    result, [&](const Beta &inner) { return transform::is_prefix(nest, inner); })) {
                scop_ = with_unrolled_nest(std::move(scop_), nest);
                result.insert(nest);
            }
        return result;
    }

    /// \param best    its iterations are independent, but for their rest
    /// \param copies  arrays of which each iteration has elements of its own, beside those that
    ///                the dependences say this of
    /// \param rest    the children of the loop that stay in order
    void make_strips(const IndependentLoop &best, std::vector<std::size_t> copies = {},
                     const std::set<long> &rest = {})
    {
        const Beta &loop = best.place;
        if (rest.empty())
            std::ranges::copy(carry_values(loop), std::back_inserter(copies));
        const std::set<Beta> whole = loops_inside_strips(loop);
        std::vector<std::size_t> own = best.own.private_arrays;
        for (std::size_t copy : copies)
            if (std::ranges::find(own, copy) == own.end())
                own.push_back(copy);
        std::set<std::string> in_order;
        for (const Statement *statement : statements_in(scop_, loop))
            if (rest.contains(statement->beta[loop.size()]))
                in_order.insert(statement->label);
        const std::string points = statements_in(scop_, loop).front()->rows[loop.size() - 1].name;
        const long size =
            size_.value_or(has_loops_inside(statements_in(std::as_const(scop_), loop), loop.size())
                               ? strip_size(scop_.program, without(loop, rest), machine_)
                               : long_strip);
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
        for (Statement *statement : statements_in_loop(scop_, loop)) {
            const auto innermost =
                std::ranges::find_if(std::views::reverse(statement->rows), [](const auto &row) {
                    return row.option != schedule::LoopOption::unroll;
                });
            if (innermost->name == points && !ordered.contains(transform::enclose(statement->beta)))
                innermost->role = schedule::loop_role(LoopKind::vector);
        }
    }

    const program::Program program_;      ///< of the dependences
    dependence::Dependences dependences_; ///< but for those of arrays that have copies
    const machine::Machine &machine_;
    const std::optional<long> size_; ///< of all strips
    bool parallel_;
    MatrixView scop_;
    const RecurrenceSearch search_;
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

namespace {

std::optional<Candidate> all_in_strips(const MatrixView &view, const Subject &subject)
{
    return recurrences_in_strips(view, {}, subject.dependences, subject.machine, subject.parallel);
}

std::optional<Candidate> sums_in_strips(const Subject &subject)
{
    const auto turned = with_sums_inside(subject.program, subject.dependences);
    return turned ? all_in_strips(*turned, subject) : std::nullopt;
}

} // namespace

Strategy recurrence_strips()
{
    const Find sums = in_forms(
        sums_in_strips,
        [](const Subject &subject) {
            return with_scalars_substituted(subject.program, subject.dependences);
        },
        "substitute_scalars()\n");
    return {.name = "recurrences_in_strips",
            .subject = "recurrences inside of loops with independent iterations",
            .refusal = "there is no recurrence in loops of the source around which a loop has "
                       "independent iterations",
            .budget_parts = 2,
            .propose = at_most_one([sums](const Subject &subject) {
                const program::Program &program = subject.program;
                std::optional<Candidate> result = sums(subject);
                if (!result)
                    result = all_in_strips(transform::original_view(program), subject);
                if (!result)
                    if (const auto turned = with_recurrences_inside(program, subject.dependences))
                        result = all_in_strips(*turned, subject);
                return result;
            })};
}

} // namespace espalier::strategies
