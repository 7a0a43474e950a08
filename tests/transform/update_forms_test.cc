// Conditional assignments to elements, as assignments of what a condition chooses.

#include "espalier/transform/update_forms.h"

#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::transform {
namespace {

using program::AccessKind;
using testing::HasSubstr;

class ChosenValues : public test::TransformedRegion {
protected:
    void body_is(const std::string &statement, const std::string &before = "")
    {
        region_is(
            fmt::format("{}\n#pragma scop\nfor (int i = 1; i < n; i++)\n    {}\n#pragma endscop\n",
                        before, statement));
    }

    program::Program changed() const { return with_chosen_values(file->regions.front().program); }

    /// The code for a statement in a loop, which does what the source does.
    std::string chosen(const std::string &statement, const std::string &before = "")
    {
        body_is(statement, before);
        MatrixView result = original_view(changed());
        expect_same_output(result);
        return code(result);
    }

    bool is_left_alone(const std::string &statement, const std::string &before = "")
    {
        return chosen(statement, before).find('?') == std::string::npos;
    }
};

TEST_F(ChosenValues, OfElements)
{
    EXPECT_THAT(chosen("if (y[i] < x[i]) x[i] = y[i];"),
                HasSubstr("x[c0] = y[c0] < x[c0] ? y[c0] : x[c0];"));
    EXPECT_THAT(chosen("if (x[i] > y[i] * 2) x[i] = y[i] * 2;"),
                HasSubstr("x[c0] = x[c0] > y[c0] * 2 ? y[c0] * 2 : x[c0];"));
    EXPECT_THAT(chosen("if (x[i] < 0) x[i] = 0;"), HasSubstr("x[c0] = x[c0] < 0 ? 0 : x[c0];"));
}

TEST_F(ChosenValues, AreWrittenForSure)
{
    body_is("if (y[i] < x[i]) x[i] = y[i];");
    const program::Program &source = file->regions.front().program;
    auto count = [](const program::Program &program, AccessKind kind) {
        return std::ranges::count(program.statements.front().accesses, kind,
                                  &program::Access::kind);
    };
    ASSERT_EQ(count(source, AccessKind::may_write), 1);
    EXPECT_EQ(count(changed(), AccessKind::may_write), 0);
    EXPECT_EQ(count(changed(), AccessKind::write), 1);
}

TEST_F(ChosenValues, HaveTheTypeOfTheElement)
{
    EXPECT_THAT(chosen("if (y[i] < k[i]) k[i] = y[i];",
                       "int k[n]; for (int i = 0; i < n; i++) k[i] = i;\n"),
                HasSubstr("k[c0] = y[c0] < k[c0] ? (int)y[c0] : k[c0];"));
    EXPECT_THAT(chosen("if (y[i] < f[i]) f[i] = y[i];",
                       "float f[n]; for (int i = 0; i < n; i++) f[i] = i;\n"),
                HasSubstr("f[c0] = y[c0] < f[c0] ? (float)y[c0] : f[c0];"));
}

TEST_F(ChosenValues, NotOfElementsThatTheConditionNeedNotRead)
{
    EXPECT_TRUE(is_left_alone("if (y[i] < z[i]) x[i] = y[i];"));
    EXPECT_TRUE(is_left_alone("if (y[i] < x[i - 1]) x[i] = y[i];"));
    EXPECT_TRUE(is_left_alone("if (y[i] < 3 && x[i] > y[i]) x[i] = y[i];"));
}

TEST_F(ChosenValues, NotOfUpdatesAndCalls)
{
    EXPECT_TRUE(is_left_alone("if (y[i] < x[i]) x[i] += y[i];"));
    EXPECT_TRUE(is_left_alone("if (y[i] < x[i]) x[i] = __builtin_sqrt(y[i]);"));
}

} // namespace
} // namespace espalier::transform
