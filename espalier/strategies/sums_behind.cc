#include "espalier/strategies/sums_behind.h"

#include "espalier/ast/generator.h"
#include "espalier/dependence/ordered_sums.h"
#include "espalier/program/loops.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/collecting_loops.h"
#include "espalier/strategies/extremum_lanes.h"
#include "espalier/strategies/iterations_inside.h"
#include "espalier/strategies/outermost_loops.h"
#include "espalier/strategies/rows/recurrence_strips.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/partial_extrema.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/stored_terms.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

namespace {

using schedule::Loop;
using transform::Beta;
using transform::CollectingStatement;
using transform::MatrixView;

/// Iterations in a strip at least and at most, and terms that stay in a cache.
constexpr long min_strip = 16, max_strip = 4096, cached_terms = 1L << 15;

/// Beyond that many, terms of a strip take more of a stack, or of a cache, than they should.
constexpr std::size_t max_sums = 16;

/// A loop that can run in parallel once what it collects is apart.
struct CollectingLoop {
    std::vector<std::string> statements; ///< that collect, in their order
    std::set<std::string> extrema;       ///< those of them of which each iteration can find a part
    std::size_t depth;                   ///< which of the loops around them it is
    long strip = max_strip;
};

class SumsBehind {
public:
    SumsBehind(const program::Program &program, const dependence::Dependences &dependences,
               bool is_reassociable)
        : program_(program), view_(transform::original_view(program)),
          collecting_(transform::collecting_statements(program)),
          relaxation_(permitted_relaxation(program, dependences, is_reassociable))
    {
        relax_collections();
    }

    std::optional<Candidate> make(const machine::Machine &machine) &&
    {
        std::optional<program::Program> program = store_terms();
        if (!program)
            return std::nullopt;
        auto reference = analyzed(std::move(*program));
        MatrixView view = transform::original_view(reference->program);
        for (const auto &[place, loop] : loops_)
            view =
                with_recurrences_in_strips(std::move(view), place, reference->dependences, machine);
        return candidate(std::move(reference), std::move(view), "sums_behind()\n");
    }

    /// \return nothing if no extremum can be found in lanes
    std::optional<Candidate> make_in_lanes(long lanes) &&
    {
        std::optional<program::Program> program = store_terms();
        if (!program)
            return std::nullopt;
        const std::vector<std::string> in_lanes = find_in_lanes(*program, finding_, lanes);
        if (in_lanes.empty())
            return std::nullopt;
        auto reference = analyzed(std::move(*program));
        MatrixView view =
            with_vectors_of_lanes(transform::original_view(reference->program), in_lanes, lanes);
        return candidate(std::move(reference), std::move(view), "extremum_lanes()\n");
    }

private:
    /// Finds the loops to run in parallel, and has what they collect stored.
    /// \return nothing if none of them collects anything
    std::optional<program::Program> store_terms()
    {
        if (sums_.empty())
            return std::nullopt;
        offer_outermost_loops(transform::schedule_tree(view_).root(),
                              [this](const Loop &loop) { return take(loop); });
        program::Program program = program_;
        for (auto &[place, loop] : loops_)
            for (std::string &statement : loop.statements) {
                collected_.insert("`" + collected_by(statement) + "`");
                if (loop.extrema.contains(statement)) {
                    transform::PartialExtremum parts =
                        transform::with_partial_extremum(std::move(program), statement, loop.depth);
                    program = std::move(parts.program);
                    statement = parts.collecting;
                    finding_.insert(parts.finding);
                }
                auto stored =
                    transform::with_terms_stored(program, statement, loop.depth, loop.strip);
                if (!stored)
                    return std::nullopt;
                program = std::move(*stored);
            }
        return collected_.empty() ? std::nullopt : std::optional(std::move(program));
    }

    /// \param view  of the program with terms stored
    Candidate candidate(std::shared_ptr<const AnalyzedProgram> reference, MatrixView view,
                        const std::string &step) const
    {
        for (const auto &[place, loop] : loops_)
            view = with_threads(std::move(view), place, loop);
        return Candidate{
            .plan = transform::plan_of(std::move(view), step),
            .description = fmt::format(
                "outer loops run in parallel, and {} {} collected behind them, strip by strip",
                fmt::join(collected_, ", "), collected_.size() == 1 ? "is" : "are"),
            .has_model = false,
            .reference = std::move(reference)};
    }

    /// Takes the order among the statements that collect in one array for that of a reduction.
    void relax_collections()
    {
        for (const CollectingStatement &statement : collecting_) {
            auto known = std::ranges::find(sums_, statement.array, &program::Reduction::array);
            program::Reduction &sum =
                known != sums_.end()
                    ? *known
                    : sums_.emplace_back(program::Reduction{
                          program::ReductionOperator::add, statement.array, {}, true});
            sum.references.insert(sum.references.end(), statement.references.begin(),
                                  statement.references.end());
        }
        std::erase_if(sums_, [&](const program::Reduction &sum) {
            return std::ranges::any_of(relaxation_.reductions, [&](const auto &permitted) {
                return permitted.array == sum.array;
            });
        });
        relaxation_ = dependence::without_order_of(sums_, program_, std::move(relaxation_));
    }

    /// \return whether the loop can run in parallel
    bool take(const Loop &loop)
    {
        const isl::union_set instances = schedule::reaching_instances(loop.band);
        auto own = dependence::find_reduction_parallelism(program_, relaxation_, instances,
                                                          loop.functions_around(), loop.function());
        if (!own)
            return false;
        CollectingLoop result{{}, {}, loop.depth()};
        const auto sums = std::ranges::partition(own->reductions, [&](const auto &reduction) {
            return std::ranges::none_of(
                sums_, [&](const auto &sum) { return sum.array == reduction.array; });
        });
        for (const program::Reduction &sum : sums)
            if (!add_collecting(result, sum, instances))
                return false;
        own->reductions.erase(sums.begin(), sums.end());
        if (result.statements.size() > max_sums || !pays(program_, *own, instances, loop.depth()))
            return false;
        loops_[place_of(loop, view_)] = std::move(result);
        return true;
    }

    /// Adds the statements in a loop that collect a sum.
    /// \return whether these are in the same loops, so that they can stay together
    bool add_collecting(CollectingLoop &loop, const program::Reduction &sum,
                        const isl::union_set &instances) const
    {
        const std::vector<program::LoopPath> paths = program::loops_around(program_);
        std::optional<std::size_t> first;
        bool is_alone = true;
        for (const CollectingStatement &one : collecting_) {
            const program::Statement &statement = program_.statements[one.statement];
            if (one.array != sum.array || instances.is_disjoint(statement.domain.to_union_set()))
                continue;
            if (first && paths[*first] != paths[one.statement])
                return false;
            is_alone = !first;
            first = first.value_or(one.statement);
            loop.statements.push_back(statement.name());
        }
        const program::Statement &statement = program_.statements[*first];
        if (is_alone && statement.iterators.size() > loop.depth + 1 &&
            transform::keeps_extremum(program_, statement, loop.depth))
            loop.extrema.insert(statement.name());
        else
            loop.strip = std::min(loop.strip, strip_for(statement, loop.depth));
        return true;
    }

    /// As many iterations of a loop as have terms for a cache.
    long strip_for(const program::Statement &statement, std::size_t loop) const
    {
        const double terms = iterations_inside(program_, statement, loop);
        const double strip = double(cached_terms) / std::max(terms, 1.0);
        return long(std::bit_floor(
            static_cast<unsigned long>(std::clamp(strip, double(min_strip), double(max_strip)))));
    }

    std::string collected_by(const std::string &statement) const
    {
        auto found = std::ranges::find_if(collecting_, [&](const CollectingStatement &one) {
            return program_.statements[one.statement].name() == statement;
        });
        return program_.arrays[found->array].name;
    }

    /// The loop in parallel; what it collects is behind it, in the order of strips.
    static MatrixView with_threads(MatrixView view, const Beta &place, const CollectingLoop &loop)
    {
        if (loop.statements.empty())
            return transform::with_kind(std::move(view), place, transform::LoopKind::parallel);
        view = transform::strip_mine(std::move(view), place, loop.strip);
        const Beta threads = transform::append(place, 0);
        std::optional<Beta> before, loops; // of the last one that collects
        for (const std::string &label : loop.statements) {
            const Beta here = labelled(view, label).beta;
            const bool stays_together = before && transform::enclose(here) == *loops;
            loops = transform::enclose(here);
            const Beta target =
                stays_together ? transform::append(transform::enclose(*before), before->back() + 1)
                               : transform::append(place, child_count(view, place));
            view = motion(std::move(view), here, target);
            before = labelled(view, label).beta;
        }
        return transform::with_kind(std::move(view), threads, transform::LoopKind::parallel);
    }

    const program::Program &program_;
    MatrixView view_; ///< in the order of the source
    std::vector<CollectingStatement> collecting_;
    std::vector<program::Reduction> sums_; ///< what these collect in, as if the order were free
    dependence::Relaxation relaxation_;
    std::map<Beta, CollectingLoop> loops_; ///< that run in parallel
    std::set<std::string> collected_;      ///< what they collect, for people
    std::set<std::string> finding_;        ///< statements that find an iteration's extremum
};

} // namespace

std::optional<Candidate> with_sums_behind(const program::Program &program,
                                          const dependence::Dependences &dependences,
                                          const machine::Machine &machine, bool is_reassociable)
{
    return SumsBehind(program, dependences, is_reassociable).make(machine);
}

std::optional<Candidate> with_extrema_behind(const program::Program &program,
                                             const dependence::Dependences &dependences, long lanes)
{
    return SumsBehind(program, dependences, false).make_in_lanes(lanes);
}

Strategy sums_behind()
{
    return {.name = "sums_behind",
            .subject = "loops kept from running in parallel by sums whose order matters",
            .refusal = "there is no loop that only sums keep from running in parallel, or no code "
                       "for threads is asked for",
            .is_whole = true,
            .keeps_order = true,
            .propose = at_most_one([](const Subject &subject) -> std::optional<Candidate> {
                if (!subject.parallel)
                    return std::nullopt;
                return with_sums_behind(subject.program, subject.dependences, subject.machine,
                                        subject.is_reassociable);
            })};
}

} // namespace espalier::strategies
