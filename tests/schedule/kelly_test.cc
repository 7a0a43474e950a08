#include "espalier/schedule/kelly.h"

#include "espalier/schedule/order_edits.h"
#include "tests/support/random_trees.h"
#include "tests/support/schedule_forms.h"

#include <gtest/gtest.h>

namespace espalier::schedule {
namespace {

using Syntactic = KellySchedule::Syntactic;
using test::difference;
using test::keys;
using test::ordered_pairs;
using test::refusal;

class Kelly : public test::ScheduleFormsTest {
protected:
    isl::multi_pw_aff function(const char *text) const { return isl::multi_pw_aff(ctx(), text); }
    isl::union_set instances(const char *text) const { return isl::union_set(ctx(), text); }

    /// Section 1 of the paper.
    KellySchedule paper() const
    {
        return {
            {{set("[n] -> { T1[i] : 0 <= i < n }"), {Syntactic{0}, function("{ T1[i] -> [i] }")}},
             {set("[n] -> { T2[i, j] : 0 <= i < n and 0 <= j < n }"),
              {Syntactic{1}, function("{ T2[i, j] -> [j] }"), Syntactic{0},
               function("{ T2[i, j] -> [i] }")}},
             {set("[n] -> { T3[i] : 1 <= i <= n }"),
              {Syntactic{1}, function("{ T3[i] -> [i - 1] }"), Syntactic{1}}}}};
    }
};

TEST_F(Kelly, FormOfFigure1IsThatOfThePaper)
{
    EXPECT_EQ(to_string(to_kelly(figure_1())), "T1: { [i] -> [0, i] }\n"
                                               "T2: { [i, j] -> [1, j, 0, i] }\n"
                                               "T3: { [i] -> [1, -1 + i, 1] }\n");
    EXPECT_EQ(to_string(to_kelly(figure_1())), to_string(paper()));
}

TEST_F(Kelly, FormOfThePaperGivesTheTreeOfFigure1)
{
    EXPECT_TRUE(is_equal(from_kelly(paper()), figure_1()));
}

TEST_F(Kelly, FormOrdersFigure1AsTheTree)
{
    test::Constants n = {{"n", 3}};
    EXPECT_EQ(difference(keys(paper(), n), keys(figure_1(), n)), "");
}

TEST_F(Kelly, FormHasSymbolicConstantsPiecesAndDivisions)
{
    Tree original = tree("[n] -> { S[i] : 0 <= i < n }",
                         band("[n] -> [{ S[i] -> [n - i] }, "
                              "{ S[i] -> [32*floor(i/32)] : i >= 3; S[i] -> [2i] : i < 3 }]"));
    EXPECT_EQ(to_string(to_kelly(original)),
              "S: { [i] -> [n - i, 2i] : i <= 2; [i] -> [n - i, i - i mod 32] : i >= 3 }\n");
    EXPECT_TRUE(is_equal(from_kelly(to_kelly(original)), original));
}

TEST_F(Kelly, BandsOfSeveralMembersAreOnePart)
{
    Tree original =
        tree("{ S[i, j] : 0 <= i, j < 4 }", band("[{ S[i, j] -> [j] }, { S[i, j] -> [i] }]"));
    KellySchedule form = to_kelly(original);
    ASSERT_EQ(form.statements.size(), 1u);
    ASSERT_EQ(form.statements[0].parts.size(), 1u);
    EXPECT_TRUE(std::get<KellySchedule::Function>(form.statements[0].parts[0])
                    .plain_is_equal(function("{ S[i, j] -> [j, i] }")));
}

TEST_F(Kelly, FormGivesTheChildrenOfSetsAnOrder)
{
    Tree original = tree("{ A[]; B[] }", schedule::set({filter("{ B[] }"), filter("{ A[] }")}));
    EXPECT_EQ(to_string(to_kelly(original)), "B: { [] -> [0] }\nA: { [] -> [1] }\n");
}

TEST_F(Kelly, FormOfNestedSequencesHasSyntacticDimensionsInARow)
{
    Tree original =
        tree("{ A[]; B[]; C[] }",
             sequence({filter("{ A[] }"),
                       filter("{ B[]; C[] }", sequence({filter("{ B[] }"), filter("{ C[] }")}))}));
    EXPECT_EQ(to_string(to_kelly(original)),
              "A: { [] -> [0] }\nB: { [] -> [1, 0] }\nC: { [] -> [1, 1] }\n");
    EXPECT_TRUE(is_equal(from_kelly(to_kelly(original)), original));
}

TEST_F(Kelly, FormShowsNeitherMarksContextsNorEmptyBands)
{
    NodePtr below = empty_band(node(Mark{"here"}, band("[{ S[i] -> [i] }]")));
    Tree original =
        tree("[n] -> { S[i] : 0 <= i < n }", node(Context{set("[n] -> { : n >= 5 }")}, below));
    KellySchedule form = to_kelly(original);
    EXPECT_EQ(to_string(form), "S: { [i] -> [i] }\n");
    EXPECT_TRUE(
        form.statements[0].instances.is_equal(set("[n] -> { S[i] : 0 <= i < n and n >= 5 }")));
}

TEST_F(Kelly, FormHasTheInstancesThatAFilterKeeps)
{
    Tree original = tree("{ S[i] : 0 <= i < 9; T[] }",
                         band("[{ S[i] -> [i]; T[] -> [0] }]", filter("{ S[i] : i < 5 }")));
    KellySchedule form = to_kelly(original);
    ASSERT_EQ(form.statements.size(), 1u);
    EXPECT_TRUE(form.statements[0].instances.is_equal(set("{ S[i] : 0 <= i < 5 }")));
}

TEST_F(Kelly, StatementsOfOneLeafAreSorted)
{
    EXPECT_EQ(to_string(to_kelly(tree("{ S10[]; S9[]; S[]; [i] : i = 0 }"))),
              "S: { [] -> [] }\nS9: { [] -> [] }\nS10: { [] -> [] }\n{ [i] }: { [i] -> [] }\n");
}

TEST_F(Kelly, StatementThatEndsEarlyIsUnordered)
{
    KellySchedule form = {{{set("{ A[i] : 0 <= i < 3 }"), {function("{ A[i] -> [i] }")}},
                           {set("{ B[i] : 0 <= i < 3 }"),
                            {function("{ B[i] -> [i] }"), function("{ B[i] -> [-i] }")}}}};
    EXPECT_TRUE(
        is_equal(from_kelly(form),
                 tree("{ A[i] : 0 <= i < 3; B[i] : 0 <= i < 3 }",
                      band("[{ A[i] -> [i]; B[i] -> [i] }]",
                           schedule::set({filter("{ A[i] }"),
                                          filter("{ B[i] }", band("[{ B[i] -> [-i] }]"))})))));
    EXPECT_EQ(difference(keys(form, {}), keys(from_kelly(form), {})), "");
}

TEST_F(Kelly, NumbersOfSyntacticDimensionsOnlyOrder)
{
    KellySchedule form = {{{set("{ A[] }"), {Syntactic{7}, Syntactic{12}}},
                           {set("{ B[] }"), {Syntactic{7}, Syntactic{-3}}},
                           {set("{ C[] }"), {Syntactic{7}, Syntactic{12}}}}};
    EXPECT_TRUE(
        is_equal(from_kelly(form),
                 tree("{ A[]; B[]; C[] }", sequence({filter("{ B[] }"), filter("{ A[]; C[] }")}))));
}

TEST_F(Kelly, StatementsMayHaveDifferentSymbolicConstants)
{
    KellySchedule form = {
        {{set("[n] -> { A[i] : 0 <= i < n }"), {function("[n] -> { A[i] -> [n - i] }")}},
         {set("[m] -> { B[i] : 0 <= i < m }"), {function("[m] -> { B[i] -> [m] }")}}}};
    EXPECT_TRUE(
        is_equal(from_kelly(form), tree("[m, n] -> { A[i] : 0 <= i < n; B[i] : 0 <= i < m }",
                                        band("[m, n] -> [{ A[i] -> [n - i]; B[i] -> [m] }]"))));
}

TEST_F(Kelly, StatementsAreToldApartByNumberOfDimensions)
{
    Tree original =
        tree("{ S[]; S[i] : 0 <= i < 3 }",
             sequence({filter("{ S[i] }", band("[{ S[i] -> [i] }]")), filter("{ S[] }")}));
    EXPECT_EQ(to_string(to_kelly(original)), "S: { [i] -> [0, i] }\nS: { [] -> [1] }\n");
    EXPECT_TRUE(is_equal(from_kelly(to_kelly(original)), original));
}

TEST_F(Kelly, RefusesStatementsThatPart)
{
    Tree original = tree(
        "{ S[i] : 0 <= i < 9 }",
        node(Mark{"m"}, schedule::set({filter("{ S[i] : i < 4 }"), filter("{ S[i] : i >= 4 }")})));
    EXPECT_EQ(refusal([&] { to_kelly(original); }),
              "E108: the set node at 0.0: the instances of `S` part here, and so have no schedule "
              "in common");
}

TEST_F(Kelly, LooksAtPartsWithinTheContext)
{
    Tree original = tree("[n] -> { S[i] : 0 <= i < n }",
                         node(Context{set("[n] -> { : n <= 4 }")},
                              sequence({filter("{ S[i] : i < 4 }", band("[{ S[i] -> [i] }]")),
                                        filter("{ S[i] : i >= 4 }")})));
    EXPECT_EQ(to_string(to_kelly(original)), "S: { [i] -> [0, i] }\n");
}

TEST_F(Kelly, RefusesNodesThatItLacks)
{
    std::vector<std::string> found;
    for (const Tree &tree : trees_of_other_nodes())
        found.push_back(refusal([&] { to_kelly(tree); }));
    EXPECT_EQ(found, test::refusals_of_other_nodes());
}

TEST_F(Kelly, RefusesNoStatementAndStatementsTwice)
{
    EXPECT_EQ(refusal([&] { from_kelly({}); }), "E108: there is no statement to schedule");
    KellySchedule twice = {{{set("{ S[i] : i = 0 }"), {}}, {set("{ S[i] : i = 1 }"), {}}}};
    EXPECT_EQ(refusal([&] { from_kelly(twice); }), "E108: `S` has two schedules");
}

TEST_F(Kelly, RefusesDifferentPartsAfterEqualPrefixes)
{
    KellySchedule sizes = {
        {{set("{ A[i] : i = 0 }"), {Syntactic{0}, function("{ A[i] -> [i] }")}},
         {set("{ B[i] : i = 0 }"), {Syntactic{0}, function("{ B[i] -> [i, i] }")}}}};
    EXPECT_EQ(
        refusal([&] { from_kelly(sizes); }),
        "E108: after equal prefixes, `A` goes on with a function of 1 dimensions and `B` with "
        "one of 2");
    KellySchedule kinds = {{{set("{ A[i] : i = 0 }"), {Syntactic{0}}},
                            {set("{ B[i] : i = 0 }"), {function("{ B[i] -> [i] }")}}}};
    EXPECT_EQ(refusal([&] { from_kelly(kinds); }),
              "E108: after equal prefixes, one of `A` and `B` goes on with a syntactic dimension "
              "and the other with a function");
}

TEST_F(Kelly, RefusesFunctionsWithoutAValueForAnInstance)
{
    KellySchedule partial = {
        {{set("{ A[i] : 0 <= i < 5 }"), {function("{ A[i] -> [i] : i > 0 }")}}}};
    std::string message = refusal([&] { from_kelly(partial); });
    EXPECT_EQ(message.substr(0, 5), "E107:") << message;
}

TEST_F(Kelly, RandomTreesKeepTheirOrder)
{
    test::TreeKnobs knobs;
    knobs.splits = knobs.expansions = knobs.extensions = knobs.guards = false;
    std::size_t trees = 0;
    for (unsigned seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        test::RandomTree random = test::random_tree(ctx(), seed, knobs);
        test::Keys expected = keys(with_sets_ordered(random.tree), random.constants);
        KellySchedule form = to_kelly(random.tree);
        ASSERT_EQ(difference(expected, keys(form, random.constants)), "");
        if (form.statements.empty())
            continue;
        Tree back = from_kelly(form);
        ASSERT_EQ(difference(expected, keys(back, random.constants)), "");
        ASSERT_TRUE(seed % 4 != 0 ||
                    ordered_pairs(back, random.constants) == ordered_pairs(expected));
        trees += !ordered_pairs(expected).empty();
    }
    EXPECT_GE(trees, 100u);
}

} // namespace
} // namespace espalier::schedule
