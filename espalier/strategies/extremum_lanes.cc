#include "espalier/strategies/extremum_lanes.h"

#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/sums_behind.h"
#include "espalier/transform/extremum_lanes.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/matrices.h"
#include "espalier/transform/stored_terms.h"
#include "espalier/transform/trees.h"

#include <algorithm>

namespace espalier::strategies {

using transform::Beta;
using transform::MatrixView;

std::vector<std::string> find_in_lanes(program::Program &program,
                                       const std::set<std::string> &statements, long lanes)
{
    std::vector<std::string> result;
    for (const transform::CollectingStatement &one : transform::collecting_statements(program)) {
        if (!statements.contains(program.statements[one.statement].name()))
            continue;
        const auto loop = transform::loop_for_lanes(program, one.statement);
        if (!loop)
            continue;
        program = transform::with_extremum_lanes(std::move(program), one.statement, *loop, lanes);
        result.push_back(program.statements[one.statement].name());
    }
    return result;
}

MatrixView with_vectors_of_lanes(MatrixView view, const std::vector<std::string> &statements,
                                 long size)
{
    std::set<Beta> loops;
    for (const std::string &name : statements)
        loops.insert(transform::enclose(labelled(view, name).beta));
    for (const Beta &loop : loops) {
        const Beta lanes = transform::append(loop, 0);
        view = transform::strip_mine(std::move(view), loop, size);
        view = transform::separate_full_strips(std::move(view), loop, loop, lanes, size);
        view = transform::with_kind(std::move(view), lanes, transform::LoopKind::vector);
    }
    return view;
}

namespace {

/// Two vectors of the widest kind, for numbers of any type: while one waits for its part to be
/// written, the other one is compared.
long lanes_of(const machine::Machine &machine) { return long(2 * machine.line / sizeof(double)); }

/// The source's order but for what is in lanes.
std::optional<Candidate> in_source_order(const Subject &subject, long lanes)
{
    program::Program program = subject.program;
    std::set<std::string> all;
    for (const program::Statement &statement : program.statements)
        all.insert(statement.name());
    const std::vector<std::string> searching = find_in_lanes(program, all, lanes);
    if (searching.empty())
        return std::nullopt;
    auto reference = analyzed(std::move(program));
    const MatrixView view =
        with_vectors_of_lanes(transform::original_view(reference->program), searching, lanes);
    const CpuStrategy threads{{Tiling::Mode::off}, subject.parallel};
    return Candidate{
        .plan =
            {reference->program,
             tiled(threads, reference->program, reference->dependences, schedule_tree(view)).tree,
             "extremum_lanes()\n"},
        .description = "extrema are found in vectors",
        .has_model = false,
        .reference = reference};
}

} // namespace

Strategy extremum_lanes()
{
    return {.name = "extremum_lanes",
            .subject = "loops that carry nothing but the greatest or least of numbers",
            .refusal = "there is no loop that finds the greatest or least of numbers that are "
                       "never negative",
            .is_whole = true,
            .keeps_order = true,
            .propose = [](const Subject &subject, const Offer &offer) {
                const long lanes = lanes_of(subject.machine);
                if (subject.parallel)
                    if (const auto candidate =
                            with_extrema_behind(subject.program, subject.dependences, lanes);
                        candidate && offer(*candidate))
                        return;
                if (const auto candidate = in_source_order(subject, lanes))
                    offer(*candidate);
            }};
}

} // namespace espalier::strategies
