// Dependences that `#pragma pencil independent` promises not to matter, and those that stay.

#include "espalier/dependence/promises.h"
#include "espalier/schedule/original.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::dependence {
namespace {

/// The regions' dependences that keep pairs of instances in order, with and without the promises.
struct Ordered {
    isl::union_map all, left;
};

class Promises : public testing::Test {
protected:
    Ordered ordered(const std::string &nest)
    {
        const frontend::Extraction extraction = test::extract(
            fmt::format(
                "void f(int n, const int *restrict at, double *restrict a, double *restrict "
                "b)\n{{\n#pragma scop\n{}\n#pragma endscop\n}}\n",
                nest),
            context);
        const frontend::Region &region = extraction.regions.at(0);
        const Dependences all =
            analyze(region.program, schedule::original_schedule(region.program));
        const Dependences left = without_promised(all, region.program, region.independent_loops);
        return {untagged(all.order.unite(all.flow).unite(all.forced)),
                untagged(left.order.unite(left.flow).unite(left.forced))};
    }

    presburger::Context context;
};

TEST_F(Promises, AreAboutWhatDataChoose)
{
    const Ordered scatter =
        ordered("#pragma pencil independent\nfor (int i = 0; i < n; i++)\n b[at[i]] = a[i];");
    EXPECT_FALSE(scatter.all.is_empty());
    EXPECT_TRUE(scatter.left.is_empty());
}

TEST_F(Promises, AreMadeOfTheLoopThatFollows)
{
    const Ordered rows = ordered("for (int t = 0; t < n; t++) {\n#pragma pencil independent\n"
                                 "for (int i = 0; i < n; i++)\n b[at[i]] += a[i]; }");
    EXPECT_FALSE(rows.left.is_empty());
    EXPECT_TRUE(rows.left.is_subset(
        isl::union_map(context.get(), "{ S0[t, i] -> S0[u, j] : t < u or i = j }")));
    const Ordered none = ordered("for (int i = 0; i < n; i++)\n b[at[i]] = a[i];");
    EXPECT_TRUE(none.all.is_equal(none.left));
}

TEST_F(Promises, ChangeNothingThatIsCertain)
{
    for (const char *body : {"b[i + 1] = b[i];", "b[0] += a[i];"}) {
        const Ordered certain = ordered(
            fmt::format("#pragma pencil independent\nfor (int i = 0; i < n; i++)\n {}", body));
        EXPECT_FALSE(certain.all.is_empty());
        EXPECT_TRUE(certain.all.is_equal(certain.left)) << body;
    }
}

TEST_F(Promises, HoldOfConditionalWrites)
{
    const Ordered guarded = ordered("#pragma pencil independent\nfor (int i = 0; i < n; i++)\n if "
                                    "(a[i] > 0) b[i / 2] = a[i];");
    EXPECT_FALSE(guarded.all.is_empty());
    EXPECT_TRUE(guarded.left.is_empty());
}

} // namespace
} // namespace espalier::dependence
