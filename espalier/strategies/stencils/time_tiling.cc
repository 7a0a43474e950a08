#include "espalier/strategies/stencils/time_tiling.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/strategies/iterations_apart.h"
#include "espalier/strategies/stencils/row_operation.h"
#include "espalier/strategies/stencils/time_tile_sizes.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/temporaries.h"
#include "espalier/transform/trees.h"

#include <isl/aff.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Row;
using transform::Statement;

/// How far iterations of the innermost loop, for the rows of a strip, have to lag behind each other
/// for their chains of operations to overlap; nothing if there are no such chains.
std::optional<long> lag_of_chains(const TimeNest &nest)
{
    return is_innermost_independent(nest, 0) ? std::nullopt : find_lag(nest);
}

/// The loops over space that are to be tiled together with time: as many of the outermost ones as
/// can be, but rows that run interleaved are left whole.
std::vector<Skewing> skewings(const TimeNest &nest)
{
    std::vector<Skewing> result;
    std::size_t end = lag_of_chains(nest) ? nest.depth - 1 : nest.depth;
    for (std::size_t row = 1; row < end; ++row) {
        std::optional<Skewing> found = find_skewing(nest, row);
        if (!found)
            break;
        result.push_back(*found);
    }
    return result;
}

isl::aff scaled(const isl::aff &value, long factor)
{
    return value.scale(isl::val(value.ctx(), factor));
}

class TimeTiler {
public:
    TimeTiler(TimeNest nest, std::vector<Skewing> skewings, std::vector<long> sizes)
        : nest_(std::move(nest)), scop_(nest_.view), skewings_(std::move(skewings)),
          sizes_(std::move(sizes)),
          time_loop_(transform::name_in_scripts(
              transform::original_view(scop_.program).statements.front(), 1))
    {
        skewings_.resize(sizes_.size() - 1);
        for (const Statement &statement : scop_.statements) {
            Beta sweep = transform::first(statement.beta, nest_.depth);
            auto found = std::ranges::find(nest_.sweeps, sweep);
            places_[statement.label] = {found - nest_.sweeps.begin(), statement.beta.back()};
        }
    }

    Candidate make(bool parallel) &&
    {
        skew();
        scop_ = transform::tile(std::move(scop_), Beta(sizes_.size(), 0), sizes_);
        distribute();
        for (Statement &statement : scop_.statements)
            if (is_innermost_independent(nest_, std::size_t(places_.at(statement.label).first)))
                statement.rows.back().role = schedule::loop_role(transform::LoopKind::vector);
        interleave();
        if (parallel)
            make_wavefronts();
        if (interleaved_ > 1)
            scop_ = with_iterations_apart(std::move(scop_));
        else if (auto rows = with_row_functions(scop_))
            scop_ = std::move(*rows);
        return {.plan = transform::plan_of(
                    std::move(scop_),
                    fmt::format("time_tile({}, {{{}}})\n", time_loop_, fmt::join(sizes_, ", "))),
                .description = description(parallel)};
    }

private:
    /// Shifts the sweeps, skews them and fuses all their loops.
    void skew()
    {
        for (Statement &statement : scop_.statements) {
            auto sweep = std::size_t(places_.at(statement.label).first);
            for (std::size_t k = 0; k < skewings_.size(); ++k) {
                isl::aff &time = statement.rows[k + 1].time;
                time = presburger::sum(time, scaled(statement.rows[0].time, skewings_[k].factor))
                           .add_constant(skewings_[k].shifts[sweep]);
            }
        }
        std::ranges::sort(scop_.statements, {}, &Statement::beta);
        for (std::size_t k = 0; k < scop_.statements.size(); ++k) {
            scop_.statements[k].beta.assign(nest_.depth, 0);
            scop_.statements[k].beta.push_back(long(k));
        }
    }

    /// Each sweep gets loops of its own where points are not tiled, and an innermost one.
    void distribute()
    {
        for (Statement &statement : scop_.statements) {
            auto [sweep, position] = places_.at(statement.label);
            std::size_t place = std::min(2 * sizes_.size(), statement.depth() - 1);
            statement.beta.assign(statement.depth() + 1, 0);
            statement.beta[place] = sweep;
            statement.beta.back() = position;
        }
    }

    /// for (i) for (j) -> for (strips of i) for (j + lag * i) for (i in the strip), and a copy of
    /// the body for each i in place of the last loop where all of them run. These are independent.
    void interleave()
    {
        constexpr long strip = 16; // chains of operations that the processor can overlap
        std::optional<long> lag = lag_of_chains(nest_);
        if (!lag)
            return;
        std::size_t row = scop_.statements.front().depth() - 2;
        scop_ = transform::strip_mine(std::move(scop_), Beta(row + 1, 0), strip);
        for (Statement &statement : scop_.statements) {
            Row &outer = statement.rows[row + 1], &inner = statement.rows[row + 2];
            inner.time = presburger::sum(inner.time, scaled(outer.time, *lag));
            std::swap(outer, inner);
            inner.role = schedule::loop_role(transform::LoopKind::vector);
        }
        Beta strips(row + 1, 0), rows(row + 2, 0), copies(row + 3, 0);
        scop_ = transform::separate_full_strips(std::move(scop_), rows, strips, copies, strip);
        scop_ = transform::full_unroll(std::move(scop_), copies);
        interleaved_ = strip;
    }

    /// rows (tt, ii, ...) -> (tt / size + ii / size, tt, ...), scaled to integers, with tt parallel
    void make_wavefronts()
    {
        long unit = std::lcm(sizes_[0], sizes_[1]);
        for (Statement &statement : scop_.statements) {
            Row time = statement.rows[0], &space = statement.rows[1];
            Row front{presburger::sum(scaled(time.time, unit / sizes_[0]),
                                      scaled(space.time, unit / sizes_[1])),
                      transform::unused_name("w", transform::names_of(statement.rows))};
            time.role = schedule::loop_role(transform::LoopKind::parallel);
            statement.rows[0] = front;
            space = time;
        }
    }

    std::string description(bool parallel) const
    {
        std::vector<long> factors;
        for (const Skewing &skewing : skewings_)
            factors.push_back(skewing.factor);
        std::string result = fmt::format("the sweeps are fused, skewed by {} for each step of time "
                                         "and tiled with it: {}",
                                         fmt::join(factors, ", "), fmt::join(sizes_, " x "));
        if (interleaved_ > 1)
            result += fmt::format("; {} rows run interleaved", interleaved_);
        return parallel ? result + "; tiles run as wavefronts" : result;
    }

    TimeNest nest_;
    MatrixView scop_;
    std::vector<Skewing> skewings_;
    std::vector<long> sizes_; ///< of tiles, for time first
    std::string time_loop_;   ///< as scripts call it
    long interleaved_ = 1;    ///< rows
    /// For each label, the positions of the sweep in the nest and of the statement in the sweep.
    std::map<std::string, std::pair<long, long>> places_;
};

std::vector<long> factors_of(const std::vector<Skewing> &skewings)
{
    std::vector<long> result;
    std::ranges::transform(skewings, std::back_inserter(result), &Skewing::factor);
    return result;
}

/// \param count  of loops over space to tile
std::vector<long> given_sizes(const Tiling &tiling, std::size_t count)
{
    std::vector<long> result(count + 1, tiling.sizes.back());
    std::copy_n(tiling.sizes.begin(), std::min(count + 1, tiling.sizes.size()), result.begin());
    return result;
}

} // namespace

std::optional<Candidate> time_tiled(const program::Program &program,
                                    const dependence::Dependences &dependences,
                                    const machine::Machine &machine, const Tiling &tiling,
                                    bool parallel)
{
    if (tiling.mode == Tiling::Mode::off)
        return std::nullopt;
    std::optional<TimeNest> nest = time_nest(program, dependences);
    if (!nest)
        return std::nullopt;
    std::vector<Skewing> skewing = skewings(*nest);
    std::vector<long> factors = factors_of(skewing);
    if (std::ranges::all_of(factors, [](long factor) { return factor == 0; }))
        return std::nullopt;
    std::optional<std::vector<long>> sizes =
        tiling.mode == Tiling::Mode::fixed ? given_sizes(tiling, factors.size())
                                           : time_tile_sizes(*nest, factors, machine, parallel);
    if (!sizes)
        return std::nullopt;
    return TimeTiler(std::move(*nest), std::move(skewing), *sizes).make(parallel);
}

std::optional<Candidate> time_tiled(const program::Program &program,
                                    const dependence::Dependences &dependences,
                                    const std::vector<long> &sizes, bool parallel)
{
    std::optional<TimeNest> nest = time_nest(program, dependences);
    if (!nest)
        return std::nullopt;
    std::vector<Skewing> skewing = skewings(*nest);
    if (sizes.size() < 2 || sizes.size() > skewing.size() + 1)
        return std::nullopt;
    return TimeTiler(std::move(*nest), std::move(skewing), sizes).make(parallel);
}

Strategy time_tiling()
{
    return {.name = "time_tile",
            .subject = "iterated stencils whose arrays leave the cache from one step to the next",
            .refusal = "the region is no iterated stencil, or tiles over time do not pay on the "
                       "machine; with sizes, such as {16, 64}, they are made all the same",
            .takes_sizes = true,
            .propose = at_most_one(in_forms(
                [](const Subject &subject) {
                    return time_tiled(subject.program, subject.dependences, subject.machine,
                                      subject.tiling, subject.parallel);
                },
                [](const Subject &subject) {
                    return transform::with_temporaries_substituted(subject.program);
                },
                "substitute_temporaries()\n"))};
}

} // namespace espalier::strategies
