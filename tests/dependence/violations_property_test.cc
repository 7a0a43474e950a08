#include "espalier/dependence/violations.h"

#include "espalier/schedule/yaml.h"
#include "tests/support/executed_legality.h"
#include "tests/support/random_programs.h"
#include "tests/support/random_reorderings.h"

#include <gtest/gtest.h>

#include <iostream>

/// Legal and illegal schedules of random programs: the check says what executing them shows.
namespace espalier::test {
namespace {

constexpr unsigned programs_per_test = 250, reorderings_per_program = 2;
/// Of isl operations for one program or schedule, which few exceed: as many may be left out.
constexpr unsigned long budget = 300'000;
constexpr unsigned greatest_left_out = programs_per_test * reorderings_per_program / 10;

struct Counts : LegalityCounts {
    unsigned left_out = 0; ///< beyond the budget
};

void check_program(const program::Program &program, const presburger::Context &context,
                   Random &random, Counts &counts)
{
    auto dependences = dependences_of(program, context, budget);
    counts.left_out += dependences ? 0 : reorderings_per_program;
    for (unsigned k = 0; dependences && k < reorderings_per_program; ++k) {
        schedule::Tree tree = random_reordering(program, random);
        std::vector<dependence::Violation> found;
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
