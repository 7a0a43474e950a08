// Programs whose own order is that of a view.

#include "espalier/transform/own_order.h"

#include "espalier/transform/iteration_order.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class OwnOrder : public test::TransformedRegion {
protected:
    static std::vector<std::string> names(const program::Statement &statement)
    {
        std::vector<std::string> result;
        for (const program::Iterator &iterator : statement.iterators)
            result.push_back(iterator.name);
        return result;
    }
};

constexpr const char *nest = R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n - i; j++)
S1:         C[i][j] = C[i][j] * 2 + (i - 3 * j) % 7;
        for (int j = 0; j < n; j++)
S2:         D[i][j] = E[j][i] + j;
    }
#pragma endscop
)";

TEST_F(OwnOrder, RowsBecomeDimensions)
{
    region_is(nest);
    const MatrixView turned = interchange(fission(view(), {}, 0, 1), {1}, 0, 1);
    ASSERT_THAT(explanations(turned), IsEmpty());
    const std::optional<program::Program> program = with_own_order(turned);
    ASSERT_TRUE(program);
    ASSERT_EQ(program->statements.size(), 2U);
    EXPECT_THAT(names(program->statements[0]), ElementsAre("i", "j"));
    EXPECT_THAT(names(program->statements[1]), ElementsAre("j", "i"));
    const MatrixView again = original_view(*program);
    EXPECT_EQ(again.statements[1].rows[0].name, "j");
    expect_same_output(again);
}

TEST_F(OwnOrder, IsNoneOfSkewedRows)
{
    region_is(nest);
    EXPECT_TRUE(with_own_order(view()));
    EXPECT_FALSE(with_own_order(skew(view(), {0, 0}, 1, 0, 1)));
    EXPECT_FALSE(with_own_order(reverse(view(), {0}, 0)));
}

} // namespace
} // namespace espalier::transform
