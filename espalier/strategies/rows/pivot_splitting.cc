#include "espalier/strategies/rows/pivot_splitting.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/strategies/binding_dependences.h"
#include "espalier/strategies/rows/contiguous_loops.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/trees.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::LoopKind;
using transform::MatrixView;
using transform::Statement;

/// Beyond that many statements, splitting all of their loops would make too much code.
constexpr std::size_t max_statements = 4, max_loops = 3;

/// Whether a set { [o, x] } has at most one x for each o.
bool has_single_iterations(const isl::set &times)
{
    unsigned outer = unsigned(isl_set_dim(times.get(), isl_dim_set)) - 1;
    isl_map *iterations = isl_map_from_range(times.copy());
    iterations = isl_map_move_dims(iterations, isl_dim_in, 0, isl_dim_out, 0, outer);
    return isl::manage(iterations).is_single_valued();
}

class PivotSplitter {
public:
    PivotSplitter(MatrixView view, const dependence::Dependences &dependences, bool parallel)
        : scop_(std::move(view)), parallel_(parallel),
          dependences_(binding_dependences(scop_, dependences))
    {
    }

    std::optional<Candidate> make(const Beta &place) &&
    {
        for (const Beta &loop : place.empty() ? loops_in({}) : std::vector<Beta>{place})
            visit(loop, is_inside_parallel(place));
        if (!has_pivot_)
            return std::nullopt;
        return Candidate{.plan = transform::plan_of(std::move(scop_), "split_pivot(beta{})\n"),
                         .description =
                             "splits loops where a single iteration keeps the others apart"};
    }

private:
    /// The loops directly inside another one, or outermost ones.
    std::vector<Beta> loops_in(const Beta &outer) const
    {
        std::vector<Beta> result;
        for (const Statement *statement : statements_in(scop_, outer)) {
            Beta loop = transform::first(statement->beta, outer.size() + 1);
            if (statement->depth() > outer.size() && (result.empty() || result.back() != loop))
                result.push_back(loop);
        }
        return result;
    }

    bool is_inside_parallel(const Beta &place) const
    {
        const std::vector<transform::Row> &rows = statements_in(scop_, place).front()->rows;
        return std::any_of(rows.begin(), rows.begin() + long(place.size()),
                           [](const auto &row) { return row.kind() == LoopKind::parallel; });
    }

    /// \param is_shared  a loop around it is for several threads
    void visit(const Beta &loop, bool is_shared)
    {
        isl::map carried = carried_by(loop);
        bool is_innermost = loops_in(loop).empty();
        const isl::set times = times_of(loop);
        if (has_single_iterations(times)) {
            // There is nothing to share.
        } else if (std::optional<isl::set> gaps = gaps_in(times); gaps && carried.is_empty()) {
            return split_at(loop, *gaps, is_shared);
        } else if (carried.is_empty()) {
            LoopKind kind = is_innermost              ? LoopKind::vector
                            : parallel_ && !is_shared ? LoopKind::parallel
                                                      : LoopKind::sequential;
            scop_ = with_kind(std::move(scop_), loop, kind);
            is_shared = true;
        } else if (std::optional<isl::set> pivots = pivots_of(carried, loop)) {
            return split_at(loop, *pivots, is_shared);
        }
        for (const Beta &inner : backwards(loops_in(loop)))
            visit(inner, is_shared);
    }

    /// Splitting a loop changes the positions of those behind it only.
    static std::vector<Beta> backwards(const std::vector<Beta> &loops)
    {
        return {loops.rbegin(), loops.rend()};
    }

    /// { [o, x] -> [o, y] }: pairs of iterations of a loop that depend on each other.
    isl::map carried_by(const Beta &loop) const
    {
        isl::map result =
            isl::map::empty(later_iterations(dependences_.ctx(), unsigned(loop.size())).space());
        for (const Statement *source : statements_in(scop_, loop))
            for (const Statement *target : statements_in(scop_, loop))
                result = result.unite(carried_between(*source, *target, dependences_, loop));
        return presburger::coalesced(
            result.intersect_params(program::possible_constants(scop_.program)));
    }

    /// { [o, x] }: the iterations of a loop.
    isl::set times_of(const Beta &loop) const
    {
        return times_in(scop_, loop, loop.size())
            .intersect_params(program::possible_constants(scop_.program));
    }

    /// { [o, x] }: one iteration of each execution of a loop that is in all pairs which depend on
    /// each other.
    std::optional<isl::set> pivots_of(const isl::map &carried, const Beta &loop) const
    {
        isl::set result = isl::set::empty(carried.domain().space());
        bool has_pivots = true;
        carried.foreach_basic_map([&](const isl::basic_map &part) {
            isl::set before = isl::map(part).domain(), behind = isl::map(part).range();
            bool is_before = has_single_iterations(before);
            has_pivots = has_pivots && (is_before || has_single_iterations(behind));
            result = result.unite(is_before ? before : behind);
        });
        if (!has_pivots || !has_single_iterations(result))
            return std::nullopt;
        // Where no iterations depend on each other, the same one makes the simplest code.
        isl::set simple = times_of(loop).intersect(isl::set(result.affine_hull()));
        return presburger::coalesced(has_single_iterations(simple) ? simple : result);
    }

    /// { [o, x] }: the iteration of each execution of a loop that is left out between others.
    static std::optional<isl::set> gaps_in(const isl::set &times)
    {
        if (isl_set_n_basic_set(times.get()) == 1)
            return std::nullopt;
        const isl::set gaps = presburger::coalesced(
            isl::manage(isl_set_from_basic_set(isl_set_simple_hull(times.copy()))).subtract(times));
        return gaps.is_empty() || !has_single_iterations(gaps) ? std::nullopt : std::optional(gaps);
    }

    /// Splits a loop into the iterations before the pivots, these, and those behind them.
    void split_at(const Beta &loop, const isl::set &pivots, bool is_shared)
    {
        has_pivot_ = true;
        unsigned rows = unsigned(loop.size());
        isl::set behind = pivots.apply(later_iterations(pivots.ctx(), rows));
        auto outside = [&](const isl::set &times) {
            return [&, times](const MatrixView &, const Statement &statement) {
                return presburger::coalesced(statement.instances.subtract(
                    times.apply(outer_time(statement, rows).reverse())));
            };
        };
        const std::size_t siblings = loops_in(transform::enclose(loop)).size();
        scop_ = split(std::move(scop_), loop, outside(behind));
        if (!pivots.is_disjoint(times_of(loop)))
            scop_ = split(std::move(scop_), loop, outside(pivots));
        const std::size_t parts = loops_in(transform::enclose(loop)).size() + 1 - siblings;
        for (long part = long(parts); part-- > 0;) {
            Beta place = loop;
            place.back() += part;
            visit(place, is_shared);
        }
    }

    MatrixView scop_;
    bool parallel_;
    isl::union_map dependences_;
    bool has_pivot_ = false;
};

} // namespace

std::optional<Candidate> pivot_split(const MatrixView &view, const Beta &place,
                                     const dependence::Dependences &dependences, bool parallel)
{
    const std::vector<const Statement *> inside = statements_in(view, place);
    auto is_deep = [](const Statement *statement) { return statement->depth() > max_loops; };
    if (inside.size() > max_statements || std::ranges::any_of(inside, is_deep))
        return std::nullopt;
    return PivotSplitter(view, dependences, parallel).make(place);
}

Strategy pivot_splitting()
{
    return {.name = "split_pivot",
            .subject = "loops in which a single iteration keeps the others apart, or is left out",
            .refusal = "there is no single iteration that keeps the others of a loop apart, or "
                       "there are too many statements and loops for splitting them",
            .propose = at_most_one([](const Subject &subject) {
                return pivot_split(
                    with_contiguous_loop_inside(subject.program, subject.dependences), {},
                    subject.dependences, subject.parallel);
            })};
}

} // namespace espalier::strategies
