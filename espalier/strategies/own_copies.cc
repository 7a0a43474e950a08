#include "espalier/strategies/own_copies.h"

#include "espalier/base/error.h"
#include "espalier/dependence/dead_instances.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/collecting_loops.h"
#include "espalier/strategies/outermost_loops.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/own_copy.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

namespace {

using schedule::Loop;
using transform::Beta;
using transform::MatrixView;

/// Beyond that many copies, a loop is about the arrays and not about what it computes with them.
constexpr std::size_t max_copies = 32;

/// Whether a program is as likely to do much work if a condition holds as without it: no size is
/// taken to be much less then.
bool leaves_sizes(program::Program program, const isl::set &condition)
{
    constexpr long most_times_less = 4;
    const std::optional<ast::Values> before = machine::assumed_sizes(program);
    program.assumptions = program.assumptions.intersect(condition);
    const std::optional<ast::Values> after = machine::assumed_sizes(program);
    const bool are_executed =
        std::ranges::all_of(program.statements, [&](const program::Statement &statement) {
            return statement.is_kill() ||
                   !statement.domain.intersect_params(program::code_context(program)).is_empty();
        });
    return before && after && are_executed && std::ranges::all_of(*before, [&](const auto &size) {
               return after->at(size.first) * most_times_less >= size.second;
           });
}

/// Finds the outermost loops that can run in parallel, and the arrays that this takes copies of.
class LoopsWithCopies {
public:
    LoopsWithCopies(const program::Program &program, const dependence::Dependences &dependences,
                    bool is_reassociable)
        : program_(program), view_(transform::original_view(program)),
          relaxation_(permitted_relaxation(program, dependences, is_reassociable))
    {
    }

    std::optional<Candidate> make() &&
    {
        offer_outermost_loops(transform::schedule_tree(view_).root(),
                              [this](const Loop &loop) { return take(loop); });
        if (!has_gained_)
            return std::nullopt;
        for (const auto &[loop, arrays] : loops_)
            view_ = transform::with_kind(std::move(view_), loop, transform::LoopKind::parallel);
        return Candidate{.plan = transform::plan_of(std::move(view_), "own_copies()\n"),
                         .description = "outer loops run in parallel" + copied(),
                         .has_model = false};
    }

private:
    /// \return whether the loop can run in parallel
    bool take(const Loop &loop)
    {
        const isl::union_set instances = schedule::reaching_instances(loop.band);
        const isl::multi_union_pw_aff outer = loop.functions_around();
        auto own = dependence::find_reduction_parallelism(program_, relaxation_, instances, outer,
                                                          loop.function());
        if (own && pays(program_, *own, instances, loop.depth())) {
            loops_[place_of(loop, view_)] = {};
            return true;
        }
        const Beta place = place_of(loop, view_);
        program::Program known = program_; // with what loops before have taken for granted
        known.assumptions = view_.program.assumptions;
        const std::optional<ArraysToCopy> copies =
            arrays_to_copy(known, relaxation_, instances, outer, loop.function());
        if (!copies || copies->is_nothing())
            return false;
        std::optional<MatrixView> copied = with_copies(view_, *copies, place);
        if (!copied)
            return false;
        view_ = std::move(*copied);
        loops_[place] = copies->arrays;
        has_gained_ = true;
        return true;
    }

    /// What threads have of their own, for people: ", with copies of `cv`, `rhon` for each thread".
    std::string copied() const
    {
        std::set<std::size_t> all;
        for (const auto &[loop, arrays] : loops_)
            all.insert(arrays.begin(), arrays.end());
        std::vector<std::string> names;
        for (std::size_t array : all)
            names.push_back("`" + program_.arrays[array].name + "`");
        return names.empty()
                   ? ", where each iteration sets what it reads of work arrays"
                   : fmt::format(", with copies of {} for each thread", fmt::join(names, ", "));
    }

    const program::Program &program_;
    MatrixView view_; ///< in the order of the source, with the copies so far
    dependence::Relaxation relaxation_;
    std::map<Beta, std::vector<std::size_t>> loops_; ///< with arrays, none where it takes none
    bool has_gained_ = false; ///< a loop is parallel by copies, or by what is taken for granted
};

} // namespace

std::optional<ArraysToCopy> arrays_to_copy(const program::Program &program,
                                           const dependence::Relaxation &relaxation,
                                           const isl::union_set &instances,
                                           const isl::multi_union_pw_aff &outer,
                                           const isl::union_pw_aff &member)
{
    if (auto arrays =
            dependence::find_arrays_to_copy(program, relaxation, instances, outer, member))
        return ArraysToCopy{std::move(*arrays), {}};
    constexpr int max_cases = 2; // of a condition that is to be checked
    const isl::set assumed = presburger::coalesced(
        dependence::constants_with_foreign_reads(program, relaxation, instances, outer, member)
            .complement());
    const bool is_expected = isl_set_plain_is_universe(assumed.get()) == isl_bool_false &&
                             isl_set_n_basic_set(assumed.get()) <= max_cases &&
                             leaves_sizes(program, assumed);
    if (!is_expected)
        return std::nullopt;
    const dependence::Relaxation relaxed{
        relaxation.reductions,
        dependence::restricted(relaxation.dependences,
                               program::instances(program).intersect_params(assumed))};
    auto arrays = dependence::find_arrays_to_copy(program, relaxed, instances, outer, member);
    return arrays ? std::optional(ArraysToCopy{std::move(*arrays), assumed}) : std::nullopt;
}

std::optional<MatrixView> with_copy(MatrixView view, std::size_t array, const Beta &loop,
                                    const std::optional<isl::union_map> &lasting)
{
    try {
        const std::string name = view.program.arrays[array].name;
        return transform::with_own_copy(std::move(view), name, loop, lasting);
    } catch (const Error &error) {
        if (error.diagnostic().kind != DiagnosticKind::impossible_transformation)
            throw;
        return std::nullopt;
    }
}

std::optional<MatrixView> with_copies(MatrixView view, const ArraysToCopy &copies, const Beta &loop)
{
    if (copies.arrays.size() > max_copies)
        return std::nullopt;
    if (copies.assumed)
        view.program.assumptions =
            presburger::coalesced(view.program.assumptions.intersect(*copies.assumed));
    std::optional<MatrixView> result = std::move(view);
    for (std::size_t array : copies.arrays)
        if (result)
            result = with_copy(std::move(*result), array, loop);
    return result;
}

std::optional<Candidate> with_own_copies(const program::Program &program,
                                         const dependence::Dependences &dependences,
                                         bool is_reassociable)
{
    return LoopsWithCopies(program, dependences, is_reassociable).make();
}

Strategy own_copies()
{
    return {.name = "own_copies",
            .subject = "loops kept from running in parallel by arrays that each iteration "
                       "writes anew",
            .refusal = "there is no loop that only work arrays keep from running in parallel, or "
                       "no code for threads is asked for",
            .is_whole = true,
            .keeps_order = true,
            .budget_parts = 2,
            .propose = at_most_one([](const Subject &subject) -> std::optional<Candidate> {
                if (!subject.parallel)
                    return std::nullopt;
                return with_own_copies(subject.program, subject.dependences,
                                       subject.is_reassociable);
            })};
}

} // namespace espalier::strategies
