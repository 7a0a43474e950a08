#include "espalier/schedule/union_map.h"

#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/queries.h"
#include "tests/support/random_trees.h"
#include "tests/support/schedule_forms.h"

namespace espalier::schedule {
namespace {

using test::difference;
using test::keys;
using test::ordered_pairs;
using test::refusal;

class UnionMap : public test::ScheduleFormsTest {
protected:
    /// What the paper's schedule of figure 1 is after padding.
    isl::union_map paper() const
    {
        return map("[n] -> { T1[i] -> [0, i, 0, 0] : 0 <= i < n; "
                   "T2[i, j] -> [1, j, 0, i] : 0 <= i < n and 0 <= j < n; "
                   "T3[i] -> [1, i - 1, 1, 0] : 1 <= i <= n }");
    }
};

TEST_F(UnionMap, OfFigure1IsThePapersSchedulePadded)
{
    EXPECT_TRUE(schedule_relation(figure_1()).is_equal(paper()));
    isl::union_map kelly = map("[n] -> { T1[i] -> [0, i] : 0 <= i < n; "
                               "T2[i, j] -> [1, j, 0, i] : 0 <= i < n and 0 <= j < n; "
                               "T3[i] -> [1, i - 1, 1] : 1 <= i <= n }");
    EXPECT_TRUE(padded(kelly).is_equal(paper()));
}

TEST_F(UnionMap, GivesATreeOfOneBand)
{
    Tree expected = tree("[n] -> { T1[i] : 0 <= i < n; T2[i, j] : 0 <= i < n and 0 <= j < n; "
                         "T3[i] : 1 <= i <= n }",
                         band("[{ T1[i] -> [0]; T2[i, j] -> [1]; T3[i] -> [1] }, "
                              "{ T1[i] -> [i]; T2[i, j] -> [j]; T3[i] -> [i - 1] }, "
                              "{ T1[i] -> [0]; T2[i, j] -> [0]; T3[i] -> [1] }, "
                              "{ T1[i] -> [0]; T2[i, j] -> [i]; T3[i] -> [0] }]"));
    EXPECT_TRUE(is_equal(from_union_map(paper()), expected));
}

TEST_F(UnionMap, OrdersFigure1AsTheTreeDoes)
{
    test::Constants n = {{"n", 3}};
    EXPECT_EQ(difference(keys(paper(), n), keys(figure_1(), n)), "");
    EXPECT_EQ(difference(keys(paper(), n), keys(from_union_map(paper()), n)), "");
}

TEST_F(UnionMap, PaddingLeavesEqualDimensionsAlone)
{
    EXPECT_TRUE(padded(paper()).is_equal(paper()));
    EXPECT_TRUE(padded(map("{ }")).is_empty());
}

TEST_F(UnionMap, PaddingUnitesTheValuesOfAStatement)
{
    EXPECT_TRUE(padded(map("{ S[i] -> [i] : i > 3; S[i] -> [0, i] : i <= 3; T[] -> [] }"))
                    .is_equal(map("{ S[i] -> [i, 0] : i > 3; S[i] -> [0, i] : i <= 3; "
                                  "T[] -> [0, 0] }")));
}

TEST_F(UnionMap, FunctionsHaveThePiecesAndDivisionsOfTheRelation)
{
    isl::union_map schedule =
        map("{ S[i] -> [t, 0] : 32t <= i < 32t + 32 and i > 50; S[i] -> [-1, i] : i <= 50 }");
    EXPECT_TRUE(isl::union_map::from(to_functions(schedule)).is_equal(schedule));
}

TEST_F(UnionMap, WithoutDimensionsGivesATreeWithoutBands)
{
    EXPECT_TRUE(is_equal(from_union_map(map("{ S[i] -> [] : 0 <= i < 5; T[] -> [] }")),
                         tree("{ S[i] : 0 <= i < 5; T[] }")));
    EXPECT_TRUE(is_equal(from_union_map(map("{ }")), tree("{ }")));
    EXPECT_TRUE(to_functions(map("{ S[i] -> [] : 0 <= i < 5 }"))
                    .domain()
                    .is_equal(instances("{ S[i] : 0 <= i < 5 }")));
}

TEST_F(UnionMap, RefusesRangesInDifferentSpaces)
{
    std::string dimensions = refusal([&] { from_union_map(map("{ A[] -> [0]; B[] -> [0, 0] }")); });
    EXPECT_TRUE(dimensions ==
                    "E108: `A` and `B` have schedule values in different spaces, { [i0] } "
                    "and { [i0, i1] }" ||
                dimensions == "E108: `B` and `A` have schedule values in different spaces, { [i0, "
                              "i1] } and { [i0] }")
        << dimensions;
    EXPECT_NE(refusal([&] { from_union_map(map("{ A[] -> L[0]; B[] -> M[0] }")); }), "");
}

TEST_F(UnionMap, RefusesInstancesWithSeveralValues)
{
    EXPECT_EQ(refusal([&] { from_union_map(map("{ S[i] -> [i, j] : i = 4 and 0 <= j <= 1 }")); }),
              "E108: { S[4] } has more than one schedule value");
    EXPECT_EQ(refusal([&] { from_union_map(map("{ S[3] -> [j] : j <= 0 }")); }),
              "E108: { S[3] } has more than one schedule value");
    EXPECT_EQ(refusal([&] { from_union_map(map("{ S[3] -> [0, j] : 0 <= 2j <= 1 }")); }), "");
}

TEST_F(UnionMap, RandomTreesKeepTheirOrder)
{
    test::TreeKnobs knobs;
    knobs.expansions = knobs.extensions = false;
    std::size_t trees = 0;
    for (unsigned seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        test::RandomTree random = test::random_tree(ctx(), seed, knobs);
        test::Keys expected = keys(random.tree, random.constants);
        isl::union_map schedule = schedule_relation(random.tree);
        ASSERT_EQ(lost_order(expected, keys(schedule, random.constants)), "");
        Tree back = from_union_map(schedule);
        ASSERT_EQ(difference(keys(schedule, random.constants), keys(back, random.constants)), "");
        trees += !ordered_pairs(expected).empty();
    }
    EXPECT_GE(trees, 100u);
}

} // namespace
} // namespace espalier::schedule
