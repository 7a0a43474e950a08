#include "espalier/dependence/constraints_file.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/text.h"
#include "espalier/scheduler/scheduler.h"
#include "tests/support/isl_scheduler.h"
#include "tests/support/random_constraints.h"
#include "tests/support/random_programs.h"
#include "tests/support/random_trees.h"
#include "tests/support/schedule_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <vector>

/// Schedules for random constraints: they do what these ask, and are found where isl finds one.
namespace espalier::test {
namespace {

constexpr unsigned systems_per_test = 400;
/// Of isl operations for one system, which few exceed.
constexpr unsigned long budget = 20'000'000;

struct Counts {
    unsigned scheduled = 0, without_schedule = 0, left_out = 0;
    unsigned with_local_conditions = 0, with_resets = 0;
};

constexpr long values_of_n[] = {1, 3, 4};

/// What is wrong with a schedule for some value of n; "" if there is nothing.
std::string wrong_with(const schedule::Tree &tree, const dependence::Constraints &constraints)
{
    for (long n : values_of_n)
        if (std::string wrong = test::wrong_with(tree, constraints, {{"n", n}}); !wrong.empty())
            return fmt::format("with n = {}, {}", n, wrong);
    return "";
}

/// Schedules the constraints, and checks the result, or that isl finds none that is right.
void check(const dependence::Constraints &constraints, const scheduler::Options &options,
           const presburger::Context &context, Counts &counts)
{
    scheduler::Result result;
    std::optional<schedule::Tree> other;
    bool is_done = context.within_budget(budget, [&] {
        result = scheduler::compute_schedule(constraints, {}, options);
        if (!result.tree)
            other = isl_schedule(constraints, options);
    });
    if (!is_done) {
        ++counts.left_out;
    } else if (result.tree) {
        ++counts.scheduled;
        counts.with_local_conditions += result.counts.localized > 0;
        counts.with_resets += result.counts.resets > 0;
        EXPECT_EQ(result.reason, "");
        EXPECT_TRUE(result.tree->domain().is_equal(constraints.domain));
        EXPECT_EQ(wrong_with(*result.tree, constraints), "") << schedule::to_text(*result.tree);
    } else {
        ++counts.without_schedule;
        EXPECT_NE(result.reason, "");
        if (other && wrong_with(*other, constraints).empty())
            ADD_FAILURE() << result.reason << ", but isl finds\n" << schedule::to_text(*other);
    }
}

std::vector<scheduler::Options> choices()
{
    scheduler::Options plain, inner, feautrier;
    inner.outer_coincidence = inner.maximize_coincidence = false;
    feautrier.algorithm = scheduler::Algorithm::feautrier;
    return {plain, plain, inner, feautrier};
}

TEST(RandomConstraintsProperty, SchedulesRespectThem)
{
    presburger::Context context;
    Counts counts;
    for (unsigned seed = first_seed(); seed < first_seed() + systems_per_test; ++seed) {
        dependence::Constraints constraints = random_constraints(context.get(), seed);
        const scheduler::Options options = choices()[seed % choices().size()];
        check(constraints, options, context, counts);
        if (HasFailure()) {
            std::cerr << "  with seed " << seed << ":\n" << dependence::to_yaml(constraints);
            return;
        }
    }
    EXPECT_GE(counts.scheduled, systems_per_test * 7 / 10);
    EXPECT_GT(counts.without_schedule, 0U);
    EXPECT_GT(counts.with_local_conditions, systems_per_test / 100);
    EXPECT_GT(counts.with_resets, 0U);
    EXPECT_LE(counts.left_out, systems_per_test / 20);
}

TEST(RandomConstraintsProperty, SchedulesOfProgramsRespectThem)
{
    Counts counts;
    foreach_random_program(
        0, systems_per_test / 2,
        [&](const program::Program &program, const presburger::Context &context, Random &random) {
            dependence::Dependences dependences =
                dependence::analyze(program, schedule::original_schedule(program));
            check(dependence::constraints(program, dependences, random.chance(75)),
                  random.pick(choices()), context, counts);
        });
    EXPECT_EQ(counts.without_schedule, 0U) << "programs have one";
    EXPECT_GT(counts.with_local_conditions, systems_per_test / 100);
    EXPECT_GT(counts.with_resets, 0U);
    EXPECT_LE(counts.left_out, systems_per_test / 10);
}

} // namespace
} // namespace espalier::test
