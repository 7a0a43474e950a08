// Panels and trailing updates: what of a contraction nothing else in the same panel depends on.

#include "espalier/strategies/contractions/trailing_updates.h"

#include "espalier/presburger/context.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using testing::ElementsAre;

class TrailingUpdatesTest : public testing::Test {
protected:
    void split(const std::string &body)
    {
        region = test::analyzed(test::extract_program(
            "void f(int n, int m, double L[restrict n][n], double X[restrict n][m])\n{\n"
            "#pragma scop\n" +
                body + "\n#pragma endscop\n}\n",
            context));
        found = with_trailing_updates(transform::original_view(region->program),
                                      region->dependences, machine::Machine());
    }

    /// The update has the instances of S1[k, i, j] for which a condition holds, and no others.
    /// \param condition  in which `end` is where the panel of step k ends
    void expect_update(const std::string &condition) const
    {
        ASSERT_TRUE(found);
        const std::string end = fmt::format("({0} * floor(k / {0}) + {0})", found->panel);
        auto set = [&](const std::string &label, const std::string &sign) {
            std::string text = condition;
            for (auto at = text.find("end"); at != std::string::npos; at = text.find("end", at + 1))
                text.replace(at, 3, end);
            return isl::set(context.get(),
                            fmt::format("{{ {}[k, i, j] : {}({}) }}", label, sign, text));
        };
        EXPECT_THAT(found->updates, ElementsAre("S1_update"));
        EXPECT_TRUE(labelled(found->view, "S1_update").instances.is_subset(set("S1_update", "")));
        EXPECT_TRUE(labelled(found->view, "S1").instances.is_subset(set("S1", "not ")));
    }

    presburger::Context context;
    std::optional<test::AnalyzedRegion> region;
    std::optional<TrailingUpdates> found;
};

TEST_F(TrailingUpdatesTest, OfAFactorizationAreBehindThePanelInRowsAndColumns)
{
    split("for (int k = 0; k < n; k++) {\n"
          "    for (int i = k + 1; i < n; i++) L[i][k] /= L[k][k];\n"
          "    for (int i = k + 1; i < n; i++)\n"
          "        for (int j = k + 1; j < n; j++) L[i][j] -= L[i][k] * L[k][j];\n}\n");
    expect_update("i >= end and j >= end");
}

TEST_F(TrailingUpdatesTest, OfATriangularSystemHaveAllColumns)
{
    split("for (int k = 0; k < n; k++) {\n"
          "    for (int j = 0; j < m; j++) X[k][j] /= L[k][k];\n"
          "    for (int i = k + 1; i < n; i++)\n"
          "        for (int j = 0; j < m; j++) X[i][j] -= L[i][k] * X[k][j];\n}\n");
    expect_update("i >= end");
}

TEST_F(TrailingUpdatesTest, AreNoneWhereContractionsAreAlone)
{
    split("for (int i = 0; i < n; i++)\n    for (int j = 0; j < m; j++)\n"
          "        for (int k = 0; k < n; k++) X[i][j] += L[i][k] * L[k][j];\n");
    EXPECT_FALSE(found);
}

} // namespace
} // namespace espalier::strategies
