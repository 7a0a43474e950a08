#include "espalier/dependence/violations.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/executed_meaning.h"
#include "tests/support/random_programs.h"
#include "tests/support/random_reorderings.h"

#include <isl/map.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <set>

/// Legal and illegal schedules of random programs: the check says what executing them shows.
namespace espalier::test {
namespace {

using dependence::Violation;

constexpr unsigned programs_per_test = 250, reorderings_per_program = 2;
/// Of isl operations for one program or schedule, which few exceed: as many may be left out.
constexpr unsigned long budget = 300'000;
constexpr unsigned greatest_left_out = programs_per_test * reorderings_per_program / 10;
constexpr long greatest_constant = 15;
constexpr std::size_t greatest_size = 30; ///< instances of one execution of a legal schedule

struct Counts {
    unsigned legal = 0; ///< with another order of instances
    unsigned legal_with_reordered_conflicts = 0;
    unsigned illegal = 0;
    unsigned left_out = 0;              ///< beyond the budget
    unsigned pairs_that_do_not_run = 0; ///< reported with an instance that is not executed
};

/// The pairs of instances of a violation.
std::set<std::pair<Instance, Instance>> instance_pairs(const Violation &violation,
                                                       const Constants &constants)
{
    isl::map pairs = violation.kind == Violation::Kind::missing ? violation.pairs
                                                                : violation.pairs.factor_domain();
    return elements(pairs.to_union_map(), constants);
}

/// Whether each reported pair is in order in the program, and out of order in the reordering, in
/// the way that the violation says.
void check_pairs(const std::vector<Violation> &found, const std::vector<Visit> &visits,
                 const Reordering &reordering, const Constants &constants, Counts &counts)
{
    std::map<Instance, std::size_t> times;
    for (std::size_t time = 0; time < visits.size(); ++time)
        times[visits[time].instance] = time;
    for (const Violation &violation : found)
        for (const auto &[first, second] : instance_pairs(violation, constants)) {
            if (violation.kind == Violation::Kind::missing) {
                EXPECT_FALSE(reordering.executes(first)) << first;
                continue;
            }
            EXPECT_LT(times.at(first), times.at(second)) << first << " and " << second;
            if (!reordering.executes(first) || !reordering.executes(second))
                ++counts.pairs_that_do_not_run;
            else
                EXPECT_EQ(reordering.order(first, second),
                          violation.is_unordered() ? Order::unordered : Order::after)
                    << first << " and " << second;
        }
}

/// The least n for which there are pairs of a violation; nothing if it is not small.
std::optional<long> least_constant(const std::vector<Violation> &found)
{
    for (long n = 0; n <= greatest_constant; ++n)
        for (const Violation &violation : found) {
            isl::set params = isl::manage(isl_map_params(violation.pairs.copy()));
            isl::set value(params.ctx(), "[n] -> { : n = " + std::to_string(n) + " }");
            if (!params.intersect(value).is_empty())
                return n;
        }
    return std::nullopt;
}

/// Compares the check with executions: for increasing n, until one shows a difference. Where there
/// are violations, the least n for which the check names some is among them.
void compare_with_executions(const program::Program &program, const std::vector<Violation> &found,
                             const schedule::Tree &tree, Counts &counts)
{
    bool is_other_order = false, has_other_conflicts = false;
    long decisive = least_constant(found).value_or(0);
    for (long n = 0; n <= std::max(decisive, 5L); ++n) {
        Constants constants = {{"n", n}};
        std::vector<Visit> visits = original_visits(program, constants);
        if (n > 2 && n != decisive && visits.size() > greatest_size) {
            if (found.empty())
                break;
            continue;
        }
        Reordering reordering(visits, tree, constants);
        check_pairs(found, visits, reordering, constants, counts);
        if (!reordering.preserves_meaning()) {
            EXPECT_FALSE(found.empty()) << "no violation is found, but there is one for n = " << n;
            ++counts.illegal;
            return;
        }
        is_other_order = is_other_order || reordering.is_other_order();
        has_other_conflicts = has_other_conflicts || reordering.is_other_order_of_conflicts();
    }
    for (const Violation &violation : found)
        ADD_FAILURE() << "a violation of kind " << int(violation.kind)
                      << " is found, but executions show none: "
                      << presburger::to_string(violation.pairs)
                      << (violation.is_unordered() ? ", unordered" : "");
    counts.legal += is_other_order;
    counts.legal_with_reordered_conflicts += has_other_conflicts;
}

/// The dependences of a program; nothing beyond the budget.
std::optional<dependence::Dependences> dependences_of(const program::Program &program,
                                                      const presburger::Context &context)
{
    std::optional<dependence::Dependences> result;
    context.within_budget(budget, [&] {
        result = dependence::analyze(program, schedule::original_schedule(program));
    });
    return result;
}

void check_program(const program::Program &program, const presburger::Context &context,
                   Random &random, Counts &counts)
{
    auto dependences = dependences_of(program, context);
    counts.left_out += dependences ? 0 : reorderings_per_program;
    for (unsigned k = 0; dependences && k < reorderings_per_program; ++k) {
        schedule::Tree tree = random_reordering(program, random);
        std::vector<Violation> found;
        if (!context.within_budget(budget,
                                   [&] { found = violations(program, *dependences, tree); })) {
            ++counts.left_out;
            continue;
        }
        compare_with_executions(program, found, tree, counts);
        if (testing::Test::HasFailure()) {
            std::cerr << schedule::to_yaml(tree);
            return;
        }
    }
}

Counts compare_programs(unsigned skipped)
{
    Counts counts;
    foreach_random_program(
        skipped, programs_per_test,
        [&](const program::Program &program, const presburger::Context &context, Random &random) {
            check_program(program, context, random, counts);
        });
    EXPECT_LE(counts.left_out, greatest_left_out);
    return counts;
}

void check_against_execution(unsigned skipped)
{
    Counts counts = compare_programs(skipped);
    if (testing::Test::HasFailure())
        return;
    EXPECT_EQ(counts.pairs_that_do_not_run, 0U);
    EXPECT_GE(counts.legal, 15U);
    EXPECT_GE(counts.legal_with_reordered_conflicts, 2U);
    EXPECT_GE(counts.illegal, 50U);
}

TEST(ViolationsProperty, AreThoseOfExecutionInPrograms1To250) { check_against_execution(0); }
TEST(ViolationsProperty, AreThoseOfExecutionInPrograms251To500) { check_against_execution(250); }
TEST(ViolationsProperty, AreThoseOfExecutionInPrograms501To750) { check_against_execution(500); }
TEST(ViolationsProperty, AreThoseOfExecutionInPrograms751To1000) { check_against_execution(750); }

} // namespace
} // namespace espalier::test
