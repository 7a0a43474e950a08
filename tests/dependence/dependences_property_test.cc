#include "espalier/dependence/dependences.h"

#include "espalier/dependence/flow.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "tests/support/executed_dependences.h"
#include "tests/support/isl_flow.h"
#include "tests/support/random_programs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <optional>
#include <vector>

/// The dependences of random programs: those that executing the programs shows, and the flows that
/// isl's dataflow analysis finds.
namespace espalier::test {
namespace {

using program::AccessKind;

constexpr unsigned programs_per_test = 275;
/// Of isl operations for one program, which few exceed: as many may be left out.
constexpr unsigned long budget = 660'000;
constexpr unsigned greatest_left_out = programs_per_test / 12;
constexpr long greatest_constant = 5;
constexpr std::size_t greatest_size = 24; ///< instances of one execution with n > 2

/// Calls `check` with what `find` makes of programs, where that stays within the budget.
template <class Found>
void foreach_program(unsigned skipped, const std::function<Found(const program::Program &)> &find,
                     const std::function<void(const program::Program &, const Found &)> &check)
{
    unsigned left_out = 0;
    foreach_random_program(
        skipped, programs_per_test,
        [&](const program::Program &program, const presburger::Context &context, Random &) {
            std::optional<Found> found;
            if (context.within_budget(budget, [&] { found = find(program); }))
                check(program, *found);
            else
                ++left_out;
        });
    EXPECT_LE(left_out, greatest_left_out);
}

/// Fails with the first element that only one of two sets has.
template <class Elements>
void expect_same(const char *what, const Elements &found, const Elements &executed)
{
    auto report = [&](const Elements &some, const Elements &others, const char *where) {
        auto only =
            std::ranges::find_if(some, [&](const auto &one) { return !others.contains(one); });
        if (only != some.end())
            ADD_FAILURE() << what << ": " << only->first << " -> " << only->second << where;
    };
    report(found, executed, " is not there when executed");
    report(executed, found, " is missing");
}

dependence::AccessInfo flow_accesses(const program::Program &program)
{
    return {
        tagged_accesses(program, AccessKind::read), tagged_accesses(program, AccessKind::may_write),
        tagged_accesses(program, AccessKind::write), tagged_accesses(program, AccessKind::kill)};
}

/// The executions of a program that are small enough.
void foreach_execution(
    const program::Program &program,
    const std::function<void(const ExecutedDependences &, const Constants &)> &check)
{
    for (long n = 0; n <= greatest_constant && !testing::Test::HasFailure(); ++n) {
        Constants constants = {{"n", n}};
        std::vector<Visit> visits = original_visits(program, constants);
        if (n > 2 && visits.size() > greatest_size)
            return;
        check(executed_dependences(visits), constants);
        if (testing::Test::HasFailure())
            std::cerr << "  for n = " << n << "\n";
    }
}

/// All relations, tagged.
struct Relations {
    dependence::Dependences dependences;
    isl::union_map input, must_flow;
};

Relations analyzed(const program::Program &program)
{
    schedule::Tree original = schedule::original_schedule(program);
    dependence::ExecutionOrder order(original);
    dependence::Flow flow(original.ctx(), flow_accesses(program), order);
    return {dependence::analyze(program, original),
            dependence::input_dependences(program, original),
            flow.full_must_dependence().range_factor_domain()};
}

void expect_executed(const Relations &found, const ExecutedDependences &executed,
                     const Constants &constants)
{
    auto expect_pairs = [&](const char *what, const isl::union_map &relation,
                            const TaggedPairs &pairs) {
        expect_same(what, tagged_pairs(relation, constants), pairs);
    };
    const dependence::Dependences &kinds = found.dependences;
    expect_pairs("flow", kinds.flow, executed.flow);
    expect_pairs("must-flow", found.must_flow, executed.must_flow);
    expect_pairs("anti", kinds.anti, executed.anti);
    expect_pairs("output", kinds.output, executed.output);
    expect_pairs("order", kinds.order, executed.order);
    expect_pairs("forced", kinds.forced, executed.forced);
    expect_pairs("input", found.input, executed.input);
    expect_same("live-in", tagged_elements(kinds.live_in, constants), executed.live_in);
    expect_same("live-out", tagged_elements(kinds.live_out, constants), executed.live_out);
}

void check_against_execution(unsigned skipped)
{
    std::size_t pairs = 0, forced = 0;
    auto check = [&](const program::Program &program, const Relations &found) {
        foreach_execution(
            program, [&](const ExecutedDependences &executed, const Constants &constants) {
                expect_executed(found, executed, constants);
                pairs += executed.flow.size() + executed.output.size() + executed.order.size();
                forced += executed.forced.size();
            });
    };
    foreach_program<Relations>(skipped, analyzed, check);
    EXPECT_TRUE(testing::Test::HasFailure() || (pairs >= 5000 && forced >= 1000))
        << pairs << " pairs, " << forced << " forced";
}

TEST(DependencesProperty, AreThoseOfExecutionInPrograms1To275) { check_against_execution(0); }
TEST(DependencesProperty, AreThoseOfExecutionInPrograms276To550) { check_against_execution(275); }
TEST(DependencesProperty, AreThoseOfExecutionInPrograms551To825) { check_against_execution(550); }
TEST(DependencesProperty, AreThoseOfExecutionInPrograms826To1100) { check_against_execution(825); }

/// Two applications of the analysis in section 2.3 of Live-Range Reordering (2016): for flow, and
/// for what is overwritten. In the others, a read and a definite write of one instance can meet,
/// which are unordered; there isl leaves some of the reads out.
std::vector<dependence::AccessInfo> applications(const program::Program &program)
{
    dependence::AccessInfo flow = flow_accesses(program);
    isl::union_map none = isl::union_map::empty(program.context.ctx());
    isl::union_map writes = flow.must_source.unite(flow.may_source);
    return {flow, {flow.must_source.unite(flow.kill), writes, none, none}};
}

/// In words, where two relations differ; "" if they are equal.
std::string difference(const char *what, const isl::union_map &found, const isl::union_map &by_isl)
{
    if (found.is_equal(by_isl))
        return "";
    return std::string(what) + ": only here " + presburger::to_string(found.subtract(by_isl)) +
           "\nonly by isl " + presburger::to_string(by_isl.subtract(found)) + "\n";
}

/// \param is_must  whether to compare the flow that a sink surely sees, or all other parts
std::string difference(const dependence::AccessInfo &info, const schedule::Tree &order,
                       bool is_must)
{
    dependence::ExecutionOrder own_order(order);
    dependence::Flow found(order.ctx(), info, own_order);
    IslFlow by_isl = isl_flow(info, order);
    if (is_must)
        return difference("full must-dependence", found.full_must_dependence(),
                          by_isl.full_must_dependence);
    return difference("dependence", found.dependence(), by_isl.dependence) +
           difference("full dependence", found.full_dependence(), by_isl.full_dependence) +
           difference("without must-source", found.without_must_source(),
                      by_isl.without_must_source) +
           difference("without source", found.without_source(), by_isl.without_source);
}

void check_against_isl(unsigned skipped, bool is_must)
{
    auto find = [&](const program::Program &program) {
        auto is_empty = [](const program::Statement &one) { return one.domain.is_empty(); };
        if (std::ranges::any_of(program.statements, is_empty))
            return std::string(); // schedule::to_isl throws on some of these trees
        schedule::Tree original = schedule::original_schedule(program);
        std::string result;
        for (const dependence::AccessInfo &info : applications(program))
            result += difference(info, original, is_must);
        return result;
    };
    foreach_program<std::string>(
        skipped, find,
        [](const program::Program &, const std::string &found) { EXPECT_EQ(found, ""); });
}

TEST(FlowProperty, IsThatOfIslInPrograms1To275) { check_against_isl(0, false); }
TEST(FlowProperty, IsThatOfIslInPrograms276To550) { check_against_isl(275, false); }
TEST(FlowProperty, IsThatOfIslInPrograms551To825) { check_against_isl(550, false); }
TEST(FlowProperty, IsThatOfIslInPrograms826To1100) { check_against_isl(825, false); }
TEST(FlowProperty, SurelySeenIsThatOfIsl) { check_against_isl(0, true); }

} // namespace
} // namespace espalier::test
