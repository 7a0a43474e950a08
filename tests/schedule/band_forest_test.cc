#include "espalier/schedule/band_forest.h"

#include "tests/support/random_trees.h"
#include "tests/support/schedule_forms.h"

namespace espalier::schedule {
namespace {

using test::difference;
using test::keys;
using test::ordered_pairs;
using test::refusal;

bool is_equal(const std::vector<BandForest::Band> &first,
              const std::vector<BandForest::Band> &second)
{
    return std::equal(first.begin(), first.end(), second.begin(), second.end(),
                      [](const BandForest::Band &a, const BandForest::Band &b) {
                          return a.schedule.is_equal(b.schedule) &&
                                 a.is_permutable == b.is_permutable &&
                                 a.coincident == b.coincident && is_equal(a.children, b.children);
                      });
}

class BandForests : public test::ScheduleFormsTest {
protected:
    BandForest::Band band_of(const char *schedule,
                             std::vector<BandForest::Band> children = {}) const
    {
        return {map(schedule), false, {false}, std::move(children)};
    }

    /// Figure 2 of the paper.
    BandForest figure_2() const
    {
        BandForest::Band t2 = band_of("[n] -> { T2[i, j] -> [i] : 0 <= i < n and 0 <= j < n }");
        BandForest::Band order = band_of("[n] -> { T2[i, j] -> [0] : 0 <= i < n and 0 <= j < n; "
                                         "T3[i] -> [1] : 1 <= i <= n }",
                                         {t2});
        BandForest::Band fused = band_of("[n] -> { T2[i, j] -> [j] : 0 <= i < n and 0 <= j < n; "
                                         "T3[i] -> [i - 1] : 1 <= i <= n }",
                                         {order});
        BandForest::Band t1 = band_of("[n] -> { T1[i] -> [i] : 0 <= i < n }");
        BandForest::Band root = band_of("[n] -> { T1[i] -> [0] : 0 <= i < n; "
                                        "T2[i, j] -> [1] : 0 <= i < n and 0 <= j < n; "
                                        "T3[i] -> [1] : 1 <= i <= n }",
                                        {t1, fused});
        return {figure_1().domain(), {root}};
    }
};

TEST_F(BandForests, OfFigure1IsFigure2)
{
    BandForest forest = to_band_forest(figure_1());
    EXPECT_TRUE(forest.instances.is_equal(figure_1().domain()));
    EXPECT_TRUE(is_equal(forest.roots, figure_2().roots)) << to_string(forest);
}

TEST_F(BandForests, Figure2HasALineForEachBandAndStatement)
{
    EXPECT_EQ(to_string(figure_2()), "band T1[i]    -> (0)\n"
                                     "     T2[i, j] -> (1)\n"
                                     "     T3[i]    -> (1)\n"
                                     "  band T1[i] -> (i)\n"
                                     "  band T2[i, j] -> (j)\n"
                                     "       T3[i]    -> (-1 + i)\n"
                                     "    band T2[i, j] -> (0)\n"
                                     "         T3[i]    -> (1)\n"
                                     "      band T2[i, j] -> (i)\n");
}

TEST_F(BandForests, Figure2GivesATreeWithSetsForSiblings)
{
    NodePtr inner = band("[{ T2[i, j] -> [0]; T3[i] -> [1] }]",
                         schedule::set({filter("{ T2[i, j] }", band("[{ T2[i, j] -> [i] }]")),
                                        filter("{ T3[i] }")}));
    NodePtr outer =
        band("[{ T1[i] -> [0]; T2[i, j] -> [1]; T3[i] -> [1] }]",
             schedule::set({filter("{ T1[i] }", band("[{ T1[i] -> [i] }]")),
                            filter("{ T2[i, j]; T3[i] }",
                                   band("[{ T2[i, j] -> [j]; T3[i] -> [i - 1] }]", inner))}));
    Tree expected(node(Domain{figure_1().domain()}, outer));
    EXPECT_TRUE(is_equal(from_band_forest(figure_2()), expected));
}

TEST_F(BandForests, Figure2OrdersAsFigure1)
{
    test::Constants n = {{"n", 3}};
    EXPECT_EQ(difference(keys(figure_2(), n), keys(figure_1(), n)), "");
    EXPECT_EQ(difference(keys(figure_2(), n), keys(from_band_forest(figure_2()), n)), "");
}

TEST_F(BandForests, SetsBecomeSiblingsAndComeBack)
{
    Tree original =
        tree("{ A[i] : 0 <= i < 3; B[i] : 0 <= i < 3; C[] }",
             schedule::set({filter("{ A[i] }", band("[{ A[i] -> [i] }]")),
                            filter("{ B[i] }", band("[{ B[i] -> [-i] }]")), filter("{ C[] }")}));
    BandForest forest = to_band_forest(original);
    EXPECT_EQ(to_string(forest), "band A[i] -> (i)\nband B[i] -> (-i)\n");
    EXPECT_TRUE(schedule::is_equal(from_band_forest(forest), original));
}

TEST_F(BandForests, KeepPropertiesButNoOptions)
{
    Band members(isl::multi_union_pw_aff(ctx(), "[{ A[i] -> [i] }, { A[i] -> [-i] }]"));
    members.is_permutable = true;
    members.members[1].is_coincident = true;
    Band unrolled = members;
    unrolled.members[0].option = LoopOption::unroll;
    BandForest forest = to_band_forest(tree("{ A[i] : 0 <= i < 3 }", node(unrolled)));
    EXPECT_EQ(to_string(forest), "band A[i] -> (i, -i)  permutable, coincident (-, 1)\n");
    EXPECT_TRUE(
        schedule::is_equal(from_band_forest(forest), tree("{ A[i] : 0 <= i < 3 }", node(members))));
}

TEST_F(BandForests, ShowNeitherMarksContextsNorEmptyBands)
{
    NodePtr below = empty_band(node(Mark{"here"}, band("[{ S[i] -> [i] }]")));
    BandForest forest = to_band_forest(
        tree("[n] -> { S[i] : 0 <= i < n }", node(Context{set("[n] -> { : n >= 5 }")}, below)));
    EXPECT_EQ(to_string(forest), "band S[i] -> (i)\n");
    EXPECT_TRUE(forest.instances.is_equal(instances("[n] -> { S[i] : 0 <= i < n and n >= 5 }")));
}

TEST_F(BandForests, HaveTheInstancesThatAFilterFurtherDownKeeps)
{
    BandForest forest =
        to_band_forest(tree("{ S[i] : 0 <= i < 9; T[] }",
                            band("[{ S[i] -> [i]; T[] -> [0] }]", filter("{ S[i] : i < 5 }"))));
    EXPECT_TRUE(forest.instances.is_equal(instances("{ S[i] : 0 <= i < 5 }")));
    ASSERT_EQ(forest.roots.size(), 1u);
    EXPECT_TRUE(forest.roots[0].schedule.is_equal(map("{ S[i] -> [i] : 0 <= i < 5 }")));
}

TEST_F(BandForests, HoldStatementsThatPart)
{
    Tree original = tree("{ S[i] : 0 <= i < 9 }",
                         sequence({filter("{ S[i] : i >= 4 }", band("[{ S[i] -> [-i] }]")),
                                   filter("{ S[i] : i < 4 }", band("[{ S[i] -> [i] }]"))}));
    EXPECT_EQ(to_string(to_band_forest(original)), "band S[i] -> (0) : i >= 4\n"
                                                   "     S[i] -> (1) : i <= 3\n"
                                                   "  band S[i] -> (-i) : i >= 4\n"
                                                   "  band S[i] -> (i) : i <= 3\n");
    Tree back = from_band_forest(to_band_forest(original));
    EXPECT_EQ(difference(keys(original, {}), keys(back, {})), "");
}

TEST_F(BandForests, MayHaveNoBandsOrSuchWithoutDimensions)
{
    Tree original = tree("{ S[i] : 0 <= i < 9 }");
    EXPECT_EQ(to_string(to_band_forest(original)), "");
    EXPECT_TRUE(schedule::is_equal(from_band_forest(to_band_forest(original)), original));
    BandForest empty = {instances("{ S[i] : 0 <= i < 9 }"),
                        {band_of("{ S[i] -> [] : 0 <= i < 9 }")}};
    EXPECT_TRUE(schedule::is_equal(from_band_forest(empty), original));
}

TEST_F(BandForests, RefuseNodesThatTheyLack)
{
    std::vector<std::string> found;
    for (const Tree &tree : trees_of_other_nodes())
        found.push_back(refusal([&] { to_band_forest(tree); }));
    EXPECT_EQ(found, test::refusals_of_other_nodes());
}

TEST_F(BandForests, RefuseSiblingsThatOverlap)
{
    BandForest forest = {
        instances("{ S[i] : 0 <= i < 9 }"),
        {band_of("{ S[i] -> [i] : 0 <= i < 5 }"), band_of("{ S[i] -> [i] : 4 <= i < 9 }")}};
    EXPECT_EQ(refusal([&] { from_band_forest(forest); }), "E108: two siblings schedule { S[4] }");
}

TEST_F(BandForests, RefuseInstancesThatAreNotAbove)
{
    BandForest root = {instances("{ S[i] : 0 <= i < 9 }"),
                       {band_of("{ S[i] -> [i] : 0 <= i < 10 }")}};
    EXPECT_EQ(refusal([&] { from_band_forest(root); }),
              "E108: a band schedules { S[9] }, which neither the band above nor the forest has");
    BandForest child = {
        instances("{ S[i] : 0 <= i < 9 }"),
        {band_of("{ S[i] -> [i] : 0 <= i < 8 }", {band_of("{ S[i] -> [i] : 0 <= i < 9 }")})}};
    EXPECT_EQ(refusal([&] { from_band_forest(child); }),
              "E108: a band schedules { S[8] }, which neither the band above nor the forest has");
}

TEST_F(BandForests, RefuseSchedulesThatAreNoFunctions)
{
    BandForest several = {instances("{ S[3] }"), {band_of("{ S[3] -> [t] : 0 <= t < 2 }")}};
    EXPECT_EQ(refusal([&] { from_band_forest(several); }),
              "E108: { S[3] } has more than one schedule value");
    EXPECT_EQ(refusal([&] { to_string(several); }),
              "E108: { S[3] } has more than one schedule value");
    BandForest sizes = {instances("{ S[]; T[] }"), {band_of("{ S[] -> [0]; T[] -> [0, 0] }")}};
    EXPECT_NE(refusal([&] { from_band_forest(sizes); }), "");
}

TEST_F(BandForests, RandomTreesKeepTheirOrder)
{
    test::TreeKnobs knobs;
    knobs.expansions = knobs.extensions = knobs.guards = false;
    std::size_t trees = 0;
    for (unsigned seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        test::RandomTree random = test::random_tree(ctx(), seed, knobs);
        test::Keys expected = keys(random.tree, random.constants);
        BandForest forest = to_band_forest(random.tree);
        ASSERT_EQ(difference(expected, keys(forest, random.constants)), "");
        Tree back = from_band_forest(forest);
        ASSERT_EQ(difference(expected, keys(back, random.constants)), "");
        ASSERT_TRUE(seed % 4 != 0 ||
                    ordered_pairs(back, random.constants) == ordered_pairs(expected));
        trees += !ordered_pairs(expected).empty();
    }
    EXPECT_GE(trees, 100u);
}

} // namespace
} // namespace espalier::schedule
