#include "espalier/strategies/vector_loops.h"

#include "espalier/dependence/parallelism.h"
#include "espalier/machine/code_loops.h"
#include "espalier/program/arithmetic.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/short_loops.h"

#include <isl/aff.h>
#include <isl/union_map.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <variant>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;
using schedule::Loop;
using schedule::LoopKind;

/// Whether some instances access two arrays that may overlap for all that a compiler knows.
bool has_unclear_references(const program::Program &program, const isl::union_set &instances)
{
    std::vector<bool> is_accessed(program.arrays.size());
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill() && !instances.is_disjoint(statement.domain.to_union_set()))
            for (const program::Access &access : statement.accesses)
                is_accessed[access.array] = true;
    return std::ranges::any_of(program.may_overlap, [&](const auto &pair) {
        return is_accessed[pair.first] && is_accessed[pair.second];
    });
}

/// Whether the source evaluates conditions before some instances, which it does not take.
bool has_guards(const program::Program &program, const isl::union_set &instances)
{
    return std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
        return statement.guards > 0 && !instances.is_disjoint(statement.domain.to_union_set());
    });
}

/// Whether vectors can execute a statement, whatever compilers do: it computes floating-point
/// numbers of one type.
bool is_arithmetic(const program::Program &program, const program::Statement &statement)
{
    const auto *assignment = std::get_if<program::Assignment>(&statement.body->node);
    const std::string &type = program.arrays[statement.accesses.front().array].element_type;
    return assignment && program::size_of_floating(type) &&
           program::is_arithmetic(*assignment, type);
}

/// Whether a statement divides, which wider vectors do in less time for each number.
bool divides(const program::Statement &statement)
{
    const auto *assignment = std::get_if<program::Assignment>(&statement.body->node);
    bool result = assignment && assignment->op == "/=";
    program::for_each_part(*statement.body, [&](const program::Expression &part) {
        const auto *operation = std::get_if<program::BinaryOperation>(&part.node);
        result = result || (operation && operation->op == "/");
    });
    return result;
}

/// How many loops around its statement an access moves along in the last dimension of its array.
int loops_along_rows(const program::Access &access)
{
    if (access.subscripts.empty())
        return 0;
    const isl::pw_aff &last = access.subscripts.back();
    int result = 0;
    const isl_size around = isl_pw_aff_dim(last.get(), isl_dim_in);
    for (isl_size k = 0; k < around; ++k)
        result += isl_pw_aff_involves_dims(last.get(), isl_dim_in, unsigned(k), 1) == isl_bool_true;
    return result;
}

/// Whether a statement reads several places of a row, next to each other, or places of an array
/// that others read.
/// \param has_copies  several instances are executed in an iteration
/// \param arrays      that others read; its own are added
bool reads_several_places(const program::Statement &statement, bool has_copies,
                          std::set<std::size_t> &arrays)
{
    return std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
        return access.kind == program::AccessKind::read && !access.subscripts.empty() &&
               ((has_copies && loops_along_rows(access) > 1) ||
                !arrays.insert(access.array).second);
    });
}

/// Whether some instances are of statements that short vectors execute well, and read several
/// places of a row.
/// \param executed  so many of them in each iteration
bool goes_along_rows(const program::Program &program, const isl::union_set &instances,
                     long executed)
{
    bool result = false;
    std::set<std::size_t> arrays;
    for (const program::Statement &statement : program.statements) {
        if (statement.is_kill() || instances.is_disjoint(statement.domain.to_union_set()))
            continue;
        if (!is_arithmetic(program, statement) || divides(statement))
            return false;
        result = result || reads_several_places(statement, executed > 1, arrays);
    }
    return result;
}

/// Edits a tree from the leaves up. Every function takes a cursor and returns one at the same place
/// of the edited tree, so that siblings can be visited one after the other.
class Vectorizer {
public:
    /// Whether a loop is to be in vectors that executes some instances, so many of which are in
    /// each iteration.
    using IsWanted = std::function<bool(const isl::union_set &instances, long executed)>;

    /// \param kind       of vectors
    Vectorizer(const program::Program &program, const dependence::Dependences &dependences,
               schedule::LoopKind kind, IsWanted is_wanted)
        : program_(program), dependences_(dependences), kind_(kind),
          is_wanted_(std::move(is_wanted))
    {
    }

    std::optional<schedule::Tree> run(const schedule::Tree &tree)
    {
        schedule::Tree result = visit(tree.root()).at.tree();
        return has_vectors_ ? std::optional(std::move(result)) : std::nullopt;
    }

private:
    struct Visited {
        Cursor at;
        /// Of statements, once loops are unrolled; 0: there are loops that stay.
        long instances = 0;
    };

    Visited visit(const Cursor &node)
    {
        if (node.child_count() == 0)
            return {node, isl_union_set_n_set(schedule::reaching_instances(node).get())};
        Visited result{node};
        bool is_straight = true;
        for (std::size_t k = 0; k < node.child_count(); ++k) {
            Visited child = visit(result.at.child(k));
            result.at = child.at.parent();
            result.instances += child.instances;
            is_straight = is_straight && child.instances > 0;
        }
        if (!is_straight)
            return {result.at};
        return node.is<Band>() ? visit_members(result) : result;
    }

    /// Members of a band over nothing but statements, from the innermost one on.
    Visited visit_members(Visited band)
    {
        for (std::size_t k = band.at.as<Band>().size(); k-- > 0;) {
            const Loop loop{band.at, k};
            const long iterations = short_iterations(program_, loop);
            if (iterations == 0 || band.instances * iterations > machine::max_unrolled_instances)
                return {with_vectors(loop, band.instances)};
            band.instances *= iterations;
        }
        return band;
    }

    /// \param executed  instances of statements in an iteration
    Cursor with_vectors(const Loop &loop, long executed)
    {
        const isl::union_set instances = schedule::reaching_instances(loop.band);
        if (loop.role() || !is_wanted_(instances, executed))
            return loop.band;
        std::optional<schedule::Privatization> own = dependence::find_parallelism(
            program_, dependences_, instances, loop.functions_around(), loop.function());
        if (!own)
            return loop.band;
        has_vectors_ = true;
        const Cursor vectors = schedule::with_role(
            loop.band, loop.member, schedule::loop_role(schedule::LoopRole{kind_, *own}));
        // Some compilers warn of vectors that they were asked for and did not make, and unroll too
        // late.
        return unrolled(vectors, loop.member + 1);
    }

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    schedule::LoopKind kind_;
    IsWanted is_wanted_;
    bool has_vectors_ = false;
};

/// The order of the source with loops in vectors.
std::optional<Candidate> in_own_order(const Subject &subject,
                                      const std::optional<schedule::Tree> &tree, std::string steps,
                                      std::string description)
{
    if (!tree)
        return std::nullopt;
    const CpuStrategy threads{{Tiling::Mode::off}, subject.parallel};
    return Candidate{.plan = {subject.program,
                              tiled(threads, subject.program, subject.dependences, *tree).tree,
                              std::move(steps)},
                     .description = std::move(description),
                     .has_model = false,
                     .keeps_loops = true};
}

} // namespace

std::optional<schedule::Tree> with_vector_loops(const program::Program &program,
                                                const dependence::Dependences &dependences,
                                                const schedule::Tree &tree)
{
    auto is_hidden = [&](const isl::union_set &instances, long) {
        return has_unclear_references(program, instances) || has_guards(program, instances);
    };
    return is_hidden(program::instances_without_kills(program), 0)
               ? Vectorizer(program, dependences, LoopKind::vector, is_hidden).run(tree)
               : std::nullopt;
}

std::optional<schedule::Tree> with_all_vector_loops(const program::Program &program,
                                                    const dependence::Dependences &dependences,
                                                    const schedule::Tree &tree)
{
    return Vectorizer(program, dependences, LoopKind::vector,
                      [](const isl::union_set &, long) { return true; })
        .run(tree);
}

std::optional<schedule::Tree> with_narrow_vector_loops(const program::Program &program,
                                                       const dependence::Dependences &dependences,
                                                       const machine::Machine &machine,
                                                       const schedule::Tree &tree)
{
    if (machine.compilers_vector < machine.line)
        return std::nullopt;
    const auto narrow = Vectorizer(program, dependences, LoopKind::narrow_vector,
                                   [&](const isl::union_set &instances, long executed) {
                                       return goes_along_rows(program, instances, executed);
                                   })
                            .run(tree);
    if (!narrow)
        return std::nullopt;
    const auto others = with_vector_loops(program, dependences, *narrow);
    return others ? others : narrow;
}

Strategy vector_loops()
{
    return {.name = "vector_loops",
            .subject = "loops with independent iterations over references that may overlap for all "
                       "that compilers know, or with conditions that always hold",
            .refusal = "there is no innermost loop with independent iterations in which references "
                       "may overlap for all that compilers know, or conditions always hold",
            .is_whole = true,
            .keeps_order = true,
            .propose = at_most_one([](const Subject &subject) {
                return in_own_order(
                    subject,
                    with_vector_loops(subject.program, subject.dependences,
                                      schedule::original_schedule_without_kills(subject.program)),
                    "vector_loops()\n", "innermost loops run in vectors");
            })};
}

Strategy narrow_vectors()
{
    return {.name = "narrow_vectors",
            .subject = "loops with independent iterations that read several places of a row, on "
                       "machines on which compilers choose vectors as long as lines of caches",
            .refusal = "there is no innermost loop with independent iterations that reads several "
                       "places of a row, or compilers choose vectors shorter than lines",
            .is_whole = true,
            .keeps_order = true,
            .propose = at_most_one([](const Subject &subject) {
                return in_own_order(
                    subject,
                    with_narrow_vector_loops(
                        subject.program, subject.dependences, subject.machine,
                        schedule::original_schedule_without_kills(subject.program)),
                    "narrow_vectors()\n",
                    "innermost loops run in vectors of a length that suits lines of caches");
            })};
}

} // namespace espalier::strategies
