#include "espalier/strategies/rows/pivot_blocking.h"

#include "espalier/dependence/storage.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/strategies/contractions/substituted_scalars.h"
#include "espalier/strategies/rows/contiguous_loops.h"
#include "espalier/strategies/rows/pivot_parts.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/own_order.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <set>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::LoopKind;
using transform::MatrixView;
using transform::Statement;

/// Steps that go over the rows together: more of them find less room in registers.
constexpr long steps_together = 4;

/// In the loop over columns: more of them would take too long.
constexpr std::size_t most_statements = 1;

class PivotBlocks {
public:
    /// \param steps  an outermost loop
    PivotBlocks(MatrixView view, Beta steps, bool parallel)
        : view_(std::move(view)), steps_(std::move(steps)), parallel_(parallel)
    {
    }

    /// \return whether there are pivots, in rows and in these
    bool run()
    {
        if (!divide() || !copy())
            return false;
        strip_steps();
        if (split_off_short_strip()) {
            Beta last = steps_;
            ++last.back();
            order_by_steps(last);
        }
        order_by_columns(steps_);
        return true;
    }

    const MatrixView &view() const { return view_; }

    /// The program with lines apart and copies of what others read of pivots, step by step, which
    /// does what the subject does.
    std::shared_ptr<const AnalyzedProgram> step_by_step() const { return step_by_step_; }

private:
    /// Whether all there is in a loop is another loop, perhaps behind statements.
    std::optional<Beta> only_loop_in(const Beta &loop) const
    {
        std::set<Beta> loops;
        for (const Statement *statement : statements_in(view_, loop))
            if (statement->depth() > loop.size())
                loops.insert(transform::first(statement->beta, loop.size() + 1));
        return loops.size() == 1 ? std::optional(*loops.begin()) : std::nullopt;
    }

    bool divide()
    {
        const Beta lines = transform::append(steps_, 0);
        if (child_count(view_, steps_) != 1 || only_loop_in(steps_) != lines)
            return false;
        const std::optional<PivotSides> rows = divide_at_pivots(view_, lines, step());
        if (!rows)
            return false;
        rows_ = *rows;
        for (const std::vector<std::string> *side : {&rows_.front, &rows_.behind}) {
            const Beta row = transform::first(place_of(view_, *side, steps_), lines.size());
            const std::optional<Beta> columns = only_loop_in(row);
            if (!columns || statements_in(view_, *columns).size() > most_statements)
                return false;
            std::optional<PivotSides> sides = divide_at_pivots(view_, *columns, step());
            if (!sides)
                return false;
            columns_.push_back(std::move(*sides));
        }
        return true;
    }

    /// The row of the loop over steps.
    std::size_t step() const { return steps_.size() - 1; }

    /// Has lines read copies of pivots.
    /// \return whether that is so, and they find the same values there
    bool copy()
    {
        const std::shared_ptr<const AnalyzedProgram> apart = analyzed(view_.program);
        if (!copy_pivots(view_, rows_, steps_, step(), steps_together))
            return false;
        for (std::size_t k = 0; k < columns_.size(); ++k) {
            const std::vector<std::string> &lines = k == 0 ? rows_.front : rows_.behind;
            const Beta row = transform::first(place_of(view_, lines, steps_), steps_.size() + 1);
            copy_pivots(view_, columns_[k], row, step(), steps_together);
            expand_scalars(view_, row, step(), steps_together);
        }
        const schedule::Tree order = schedule_tree(view_);
        if (!dependence::storage_violations(apart->program, apart->dependences, view_.program,
                                            order)
                 .empty())
            return false;
        std::optional<program::Program> program = with_own_order(view_);
        if (program)
            step_by_step_ = analyzed(std::move(*program));
        return program.has_value();
    }

    /// The first strip starts with the first step, whatever its number.
    void strip_steps()
    {
        const isl::aff first = first_step();
        view_ = shift(std::move(view_), steps_, step(), first.neg());
        view_ = strip_mine(std::move(view_), steps_, steps_together);
        for (const std::size_t row : {step(), step() + 1})
            view_ = shift(std::move(view_), steps_, row, first);
    }

    /// { [] -> [t] }: 0 if that is no affine function.
    isl::aff first_step() const
    {
        const isl::set steps = times_in(view_, steps_, steps_.size());
        const isl::map all = isl::manage(isl_map_from_range(steps.copy()));
        const isl::pw_aff first = all.lexmin().as_pw_multi_aff().at(0).gist(all.domain());
        const bool is_affine =
            first.isa_aff() && isl_aff_dim(first.as_aff().get(), isl_dim_div) == 0;
        return is_affine ? first.as_aff() : all.domain().space().zero_aff_on_domain();
    }

    /// Splits a loop over lines into those that are pivots in the same strip of steps and others.
    /// \param is_front  whether these are in front of their pivots
    void split_at_strip(const Beta &lines, bool is_front)
    {
        const std::size_t line = lines.size() - 1;
        view_ = split(std::move(view_), lines, [&](const MatrixView &, const Statement &statement) {
            const isl::pw_aff number = statement.time(line);
            const isl::pw_aff start = statement.time(step());
            return presburger::coalesced(statement.instances.intersect(
                is_front
                    ? number.ge_set(start)
                    : number.lt_set(start.add_constant(isl::val(number.ctx(), steps_together)))));
        });
    }

    /// Lines that are pivots in none of the steps of a strip go through all of these behind the
    /// others, line by line.
    /// \param strip  the loop over the steps of a strip, with the lines right inside
    /// \return the loops over the others, in front of the pivots and behind them
    std::vector<Beta> move_outside_behind(const Beta &strip, const PivotSides &sides)
    {
        std::vector<std::size_t> outside;
        for (const std::vector<std::string> *side : {&sides.behind, &sides.front}) {
            const Beta lines = transform::first(place_of(view_, *side, strip), strip.size() + 1);
            split_at_strip(lines, side == &sides.front);
            for (std::size_t &before : outside)
                before += 1;
            outside.insert(outside.begin(), std::size_t(lines.back()) + 1);
        }
        const auto count = std::size_t(child_count(view_, strip));
        std::vector<std::size_t> order;
        for (std::size_t k = 0; k < count; ++k)
            if (std::ranges::find(outside, k) == outside.end())
                order.push_back(k);
        order.insert(order.end(), outside.begin(), outside.end());
        view_ = reorder(std::move(view_), strip, order);
        const Beta parent = transform::enclose(strip);
        view_ = fission(std::move(view_), parent, strip.back(), long(count) - 2);
        view_ = fission(std::move(view_), parent, strip.back() + 1, 1);
        std::vector<Beta> result;
        for (long k = 1; k <= 2; ++k) {
            result.push_back(transform::append(parent, strip.back() + k));
            view_ = interchange(std::move(view_), result.back(), strip.size() - 1, strip.size());
        }
        return result;
    }

    /// Gives strips without all of their steps, as the last one may be, a loop of their own behind
    /// the others.
    /// \return whether there are any
    bool split_off_short_strip()
    {
        const isl::set times = times_in(view_, transform::append(steps_, 0), steps_.size() + 1);
        isl::set full = presburger::coalesced(isl::manage(
            isl_set_project_out(times.copy(), isl_dim_set, unsigned(steps_.size()), 1)));
        const isl::set all = full;
        for (long k = 0; k < steps_together; ++k)
            full = full.intersect(times.preimage(with_step(full.space(), k)));
        if (all.is_subset(full))
            return false;
        view_ = split(std::move(view_), steps_, [&](const MatrixView &, const Statement &one) {
            return presburger::coalesced(
                one.instances.intersect(full.apply(outer_time(one, steps_.size()).reverse())));
        });
        return true;
    }

    /// { [o, s] -> [o, s, s + k] }: step k of a strip that starts at s.
    static isl::multi_aff with_step(const isl::space &strips, long k)
    {
        const isl::multi_aff strip = strips.identity_multi_aff_on_domain();
        const isl::aff step =
            strip.at(int(strip.size()) - 1).add_constant(isl::val(strips.ctx(), k));
        return strip.flat_range_product(isl::multi_aff(step));
    }

    /// Step by step, as in the source.
    void order_by_steps(const Beta &strips)
    {
        const Beta steps = transform::append(strips, 0);
        for (const std::vector<std::string> *side : {&rows_.front, &rows_.behind})
            set_roles_of_rows(transform::first(place_of(view_, *side, steps), steps.size() + 1));
        set_vectors_in(strips);
    }

    /// Rows outside of strips go through all steps for each column outside of these.
    void order_by_columns(const Beta &strips)
    {
        const std::vector<Beta> outside = move_outside_behind(transform::append(strips, 0), rows_);
        for (std::size_t k = 0; k < outside.size(); ++k) {
            const Beta steps = transform::append(outside[k], 0);
            const std::vector<Beta> columns = move_outside_behind(steps, columns_[k]);
            set_roles_of_rows(outside[k]);
            view_ = full_unroll(std::move(view_), steps);
            for (const Beta &column : columns) {
                view_ = with_kind(std::move(view_), column, LoopKind::vector);
                view_ = full_unroll(std::move(view_), transform::append(column, 0));
            }
        }
        set_vectors_in(transform::append(strips, 0));
    }

    void set_roles_of_rows(const Beta &rows)
    {
        if (parallel_)
            view_ = with_kind(std::move(view_), rows, LoopKind::parallel);
    }

    /// The loops over columns in a place that are innermost run in vectors.
    void set_vectors_in(const Beta &place)
    {
        std::set<Beta> loops;
        for (const PivotSides &columns : columns_)
            for (const std::vector<std::string> *side : {&columns.front, &columns.behind})
                for (const Statement *statement : statements_in(std::as_const(view_), place))
                    if (is_of_any(*statement, *side))
                        loops.insert(transform::enclose(statement->beta));
        for (const Beta &loop : loops)
            view_ = with_kind(std::move(view_), loop, LoopKind::vector);
    }

    bool is_of_any(const Statement &statement, const std::vector<std::string> &names) const
    {
        const std::string name = transform::program_statement(view_.program, statement).name();
        return std::ranges::find(names, name) != names.end();
    }

    MatrixView view_;
    const Beta steps_;
    const bool parallel_;
    PivotSides rows_;
    std::vector<PivotSides> columns_; ///< in rows in front of pivots, and behind them
    std::shared_ptr<const AnalyzedProgram> step_by_step_;
};

/// The outermost loops that may be over steps with pivots: around two others, along either of which
/// pivots are read, and little else.
std::vector<Beta> nests_of_three(const MatrixView &view)
{
    constexpr std::size_t loops = 3, most_in_nest = 3;
    std::vector<Beta> result;
    for (long k = 0; k < child_count(view, {}); ++k) {
        const std::vector<const Statement *> statements = statements_in(view, {k});
        auto is_deepest = [](const Statement *one) { return one->depth() == loops; };
        if (statements.size() <= most_in_nest && std::ranges::any_of(statements, is_deepest) &&
            (read_pivots(view, statements, 1, 0) || read_pivots(view, statements, 2, 0)))
            result.push_back({k});
    }
    return result;
}

std::optional<Candidate> in_blocks(const Subject &subject)
{
    const std::vector<Beta> nests = nests_of_three(transform::original_view(subject.program));
    if (nests.empty())
        return std::nullopt;
    const std::optional<program::Program> program = transform::with_own_order(
        with_contiguous_loop_inside(subject.program, subject.dependences));
    if (!program)
        return std::nullopt;
    for (const Beta &steps : nests) {
        PivotBlocks blocks(transform::original_view(*program), steps, subject.parallel);
        if (blocks.run())
            return Candidate{.plan = transform::plan_of(blocks.view(), "block_pivots()\n"),
                             .description = "steps with a pivot go over rows several at a time",
                             .reference = blocks.step_by_step()};
    }
    return std::nullopt;
}

} // namespace

Strategy pivot_blocking()
{
    return {.name = "block_pivots",
            .subject = "loops in which each step has all rows wait for one of them",
            .refusal = "there is no loop over steps, in each of which all rows read one of them",
            .budget_parts = 2,
            .propose = at_most_one([](const Subject &subject) -> std::optional<Candidate> {
                if (nests_of_three(transform::original_view(subject.program)).empty())
                    return std::nullopt;
                return in_forms(
                    in_blocks,
                    [](const Subject &same) {
                        return with_scalars_substituted(same.program, same.dependences);
                    },
                    "substitute_scalars()\n")(subject);
            })};
}

} // namespace espalier::strategies
