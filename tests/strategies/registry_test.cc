// The registry: what a strategy's entry is enough for, and the page that lists all of them.

#include "espalier/strategies/registry.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/driver/optimize.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using testing::HasSubstr;

/// Two loops around one statement, the other way round.
Strategy turning()
{
    return {.name = "turn_loops",
            .subject = "two loops around one statement",
            .refusal = "there are no two loops around one statement",
            .propose = at_most_one([](const Subject &subject) -> std::optional<Candidate> {
                transform::MatrixView view = transform::original_view(subject.program);
                if (view.statements.size() != 1 || view.statements.front().depth() != 2)
                    return std::nullopt;
                return Candidate{
                    .plan = transform::plan_of(transform::interchange(std::move(view), {0}, 0, 1),
                                               "turn_loops()\n"),
                    .description = "the loops are turned"};
            })};
}

driver::OptimizeOptions options()
{
    driver::OptimizeOptions result;
    result.target = driver::Target::c;
    result.strategies.push_back(turning());
    return result;
}

class Registry : public testing::Test {
protected:
    Registry()
    {
        write_file(source, "void clear(int n, double A[restrict n][n])\n{\n"
                           "    for (int j = 0; j < n; j++)\n"
                           "        for (int i = 0; i < n; i++)\n"
                           "            A[i][j] += 1;\n}\n");
    }

    driver::OptimizeResult optimize(const driver::OptimizeOptions &options) const
    {
        Timings timings;
        return driver::optimize(source, options, timings);
    }

    test::TemporaryFolder folder;
    const std::string source = folder.path() / "columns.c";
};

TEST_F(Registry, AnEntryIsAllThatAStrategyTakes)
{
    driver::OptimizeOptions given = options();
    given.explain = given.emit_script = true;
    given.windows.open = {driver::Phase::strategies};
    const driver::OptimizeResult automatic = optimize(given);
    EXPECT_THAT(automatic.text, HasSubstr("A[c0][c1] += 1"));
    EXPECT_THAT(automatic.script, HasSubstr("turn_loops()"));
    ASSERT_EQ(automatic.prints.size(), 1U);
    EXPECT_THAT(automatic.prints.front(), HasSubstr("cycles: turn_loops: the loops are turned\n"));
    EXPECT_THAT(automatic.remarks.front().message, HasSubstr("the loops are turned"));

    driver::OptimizeOptions by_script = options();
    by_script.script = script::Source{"turn.lua", automatic.script};
    EXPECT_EQ(optimize(by_script).text, automatic.text);
}

TEST_F(Registry, StrategiesRefuseByName)
{
    driver::OptimizeOptions given = options();
    given.script = script::Source{"twice.lua", "turn_loops()\nturn_loops()\n"};
    EXPECT_THROW(optimize(given), Error);
}

TEST(Strategies, AreThoseOfTheirPage)
{
    std::string table = "| strategy | what it is for |\n|---|---|\n";
    for (const Strategy &strategy : registry())
        table += fmt::format("| `{}` | {} |\n", strategy.name, strategy.subject);
    EXPECT_THAT(read_file(std::string(ESPALIER_DOCS) + "/strategies.md"), HasSubstr(table));
}

} // namespace
} // namespace espalier::strategies
