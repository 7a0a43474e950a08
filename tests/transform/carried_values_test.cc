// Scalars for the last values of recurrences: where they begin, how they are passed on, and what is
// left as it is.

#include "espalier/transform/carried_values.h"

#include "espalier/transform/normal_form.h"
#include "tests/support/scops.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace espalier::transform {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class LastValues : public test::TransformedRegion {
protected:
    /// \param loop  in a loop over i, with a statement S1
    void rows_are(const std::string &loop)
    {
        region_is("\n#pragma scop\n    for (int i = 0; i < n; i++)\n        " + loop +
                  "\n#pragma endscop\n");
    }

    std::optional<CarriedValues> carried() const
    {
        return with_values_carried(view(), test::statement(view(), "S1").beta);
    }

    /// \return the code
    std::string expect_carried(std::size_t scalars) const
    {
        const std::optional<CarriedValues> result = carried();
        if (!result) {
            ADD_FAILURE() << "nothing is carried";
            return "";
        }
        EXPECT_THAT(result->scalars, SizeIs(scalars));
        EXPECT_EQ(find_irregularity(result->view), std::nullopt);
        EXPECT_THAT(explanations(result->view), IsEmpty());
        expect_same_output(result->view);
        return code(result->view);
    }
};

TEST_F(LastValues, OfOneIteration)
{
    rows_are("for (int j = 1; j < n; j++)\nS1: C[i][j] += x[j] * C[i][j - 1];");
    EXPECT_THAT(expect_carried(1),
                AllOf(HasSubstr("C_1_before = C[c0][0];"), HasSubstr("* C_1_before;"),
                      HasSubstr("C_1_before = C[c0][c1];")));
}

TEST_F(LastValues, OfSeveralBackwards)
{
    rows_are("for (int j = n - 3; j >= 0; j--)\n"
             "S1: C[i][j] = x[j] - C[i][j + 1] / 2 + C[i][j + 2] * C[i][j + 1];");
    EXPECT_THAT(expect_carried(2),
                AllOf(HasSubstr("C_2_before = C_1_before;"), Not(HasSubstr("C[c0][1 - c1] "))));
}

/// The loop may have no iteration: then no element is read in front of it.
TEST_F(LastValues, OfALoopThatMayBeEmpty)
{
    rows_are("for (int j = 2 * i + 1; j < n - 1; j++)\nS1: C[i][j] -= C[i][j - 1] * y[i];");
    EXPECT_THAT(expect_carried(1), HasSubstr("c0 < espalier_floord((long)n - 1, 2)"));
}

TEST_F(LastValues, UpToTheFirstDistanceThatIsNotRead)
{
    rows_are("for (int j = 3; j < n; j++)\nS1: C[i][j] += C[i][j - 1] * C[i][j - 3];");
    EXPECT_THAT(expect_carried(1), HasSubstr("C[c0][c1 - 3]"));
    rows_are("for (int j = 3; j < n; j++)\nS1: C[i][j] += C[i][j - 2];");
    EXPECT_FALSE(carried());
}

TEST_F(LastValues, NothingIsReadThatIsNotReadBefore)
{
    rows_are("for (int j = 1; j < n; j++)\nS1: C[i][j] = x[j] > 0 ? C[i][j - 1] : 0;");
    EXPECT_FALSE(carried());
    rows_are("for (int j = 1; j < n; j++)\nS1: if (x[j] > 0) C[i][j] = C[i][j - 1];");
    EXPECT_FALSE(carried());
}

TEST_F(LastValues, OtherWritersInTheLoopKeepThemInMemory)
{
    rows_are("for (int j = 1; j < n - 1; j++) {\n"
             "S1: C[i][j] += C[i][j - 1];\nS2: C[i][j + 1] *= 2; }");
    EXPECT_FALSE(carried());
    rows_are("for (int j = 1; j < n; j++) {\n"
             "S1: C[i][j] += C[i][j - 1];\nS2: D[i][j] = C[i][j] + C[i][j - 1]; }");
    expect_carried(1);
}

TEST_F(LastValues, SumsStayInPlace)
{
    rows_are("for (int j = 0; j < n; j++)\nS1: x[i] += C[i][j];");
    EXPECT_FALSE(carried());
}

} // namespace
} // namespace espalier::transform
