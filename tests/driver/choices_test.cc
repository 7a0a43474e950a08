// What is estimated of a choice, within a budget.

#include "espalier/dependence/dependences.h"
#include "espalier/driver/choices.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/original.h"
#include "espalier/strategies/cpu_strategy.h"

#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::driver {
namespace {

/// The conditions under which parallel loops run in parallel, and how many have none.
std::pair<std::size_t, std::size_t> conditions(const Choice &choice)
{
    std::pair<std::size_t, std::size_t> result;
    for (const schedule::Loop &loop : schedule::loops_with_roles(choice.plan.tree))
        if (loop.role()->kind == schedule::LoopKind::parallel)
            ++(loop.role()->condition ? result.first : result.second);
    return result;
}

TEST(Assess, GivesAnEstimateWithTheConditionsOfThreadsOrNone)
{
    presburger::Context context;
    const program::Program program =
        test::extract_program(test::in_function("for (int i = 0; i < n; i++) { x[i] = 0;\n"
                                                "for (int j = 0; j < n; j++) x[i] += A[j][i]; }\n"
                                                "for (int i = 0; i < m; i++) y[i] = 2 * y[i];"),
                              context);
    const dependence::Dependences dependences =
        dependence::analyze(program, schedule::original_schedule(program));
    const schedule::Tree order = schedule::original_schedule_without_kills(program);
    const strategies::CpuStrategy threads{{strategies::Tiling::Mode::off}, true};
    const schedule::Tree tree = strategies::tiled(threads, program, dependences, order).tree;
    std::size_t estimated = 0, left = 0;
    for (unsigned long budget = 500; budget < 4'000'000; budget *= 2) {
        Choice choice{.plan = {program, tree}, .description = "in parallel"};
        assess(choice, {}, context, budget);
        ++(choice.cycles ? estimated : left);
        if (choice.cycles) {
            EXPECT_EQ(conditions(choice), std::pair(2UL, 0UL)) << "budget: " << budget;
        }
    }
    EXPECT_GT(estimated, 0U);
    EXPECT_GT(left, 0U);
}

TEST(Compare, NamesChoicesOfWhichNoEstimateIsKnown)
{
    presburger::Context context;
    const program::Program program = test::extract_program(
        test::in_function("for (int i = 0; i < n; i++) y[i] = 2 * y[i];"), context);
    const schedule::Tree order = schedule::original_schedule_without_kills(program);
    auto choice = [&](const std::string &description, std::optional<double> cycles) {
        Choice result{.plan = {program, order}, .description = description};
        result.cycles = cycles;
        return result;
    };
    Choice source = choice("the source", 100);
    source.is_source = true;
    EXPECT_EQ(compare({source, choice("scheduled", 50), choice("tiled", std::nullopt)}),
              "the source takes 1e+02 cycles; relative speeds: scheduled 2.00, tiled not known");
}

} // namespace
} // namespace espalier::driver
