#include "espalier/schedule/two_d_plus_one.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/order_edits.h"
#include "tests/support/random_trees.h"
#include "tests/support/schedule_forms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::schedule {
namespace {

using test::difference;
using test::keys;
using test::ordered_pairs;
using test::refusal;

class TwoDPlusOne : public test::ScheduleFormsTest {
protected:
    isl::aff row(const char *text) const { return isl::aff(ctx(), text); }

    /// Section 1 of the paper.
    TwoDPlusOneSchedule paper() const
    {
        return {{{set("[n] -> { T1[i] : 0 <= i < n }"), {0, 0}, {row("{ T1[i] -> [i] }")}},
                 {set("[n] -> { T2[i, j] : 0 <= i < n and 0 <= j < n }"),
                  {1, 0, 0},
                  {row("{ T2[i, j] -> [j] }"), row("{ T2[i, j] -> [i] }")}},
                 {set("[n] -> { T3[i] : 1 <= i <= n }"), {1, 1}, {row("{ T3[i] -> [i - 1] }")}}}};
    }
};

TEST_F(TwoDPlusOne, MatricesOfFigure1AreThoseOfThePaper)
{
    const char *matrices = "T1  i | 1\n"
                           "    0 | 0\n"
                           "    1 | 0\n"
                           "    0 | 0\n"
                           "T2  i  j | 1\n"
                           "    0  0 | 1\n"
                           "    0  1 | 0\n"
                           "    0  0 | 0\n"
                           "    1  0 | 0\n"
                           "    0  0 | 0\n"
                           "T3   i |  1\n"
                           "     0 |  1\n"
                           "     1 | -1\n"
                           "     0 |  1\n";
    EXPECT_EQ(to_string(paper()), matrices);
    EXPECT_EQ(to_string(to_two_d_plus_one(figure_1())), matrices);
}

TEST_F(TwoDPlusOne, FormOfThePaperGivesTheTreeOfFigure1)
{
    EXPECT_TRUE(is_equal(from_two_d_plus_one(paper()), figure_1()));
}

TEST_F(TwoDPlusOne, FormOrdersFigure1AsTheTree)
{
    test::Constants n = {{"n", 3}};
    EXPECT_EQ(difference(keys(paper(), n), keys(figure_1(), n)), "");
}

TEST_F(TwoDPlusOne, MatricesHaveColumnsForTheSymbolicConstantsInUse)
{
    Tree original = tree("[k, m, n] -> { S[i, j] : 0 <= i < n and 0 <= j < m; T[] : k > 0 }",
                         band("[k, m, n] -> [{ S[i, j] -> [i - 12j + n]; T[] -> [k] }, "
                              "{ S[i, j] -> [3m]; T[] -> [-7] }]"));
    EXPECT_EQ(to_string(to_two_d_plus_one(original)), "S    i    j |   m    n    1\n"
                                                      "     0    0 |   0    0    0\n"
                                                      "     1  -12 |   0    1    0\n"
                                                      "     0    0 |   0    0    0\n"
                                                      "     0    0 |   3    0    0\n"
                                                      "     0    0 |   0    0    0\n"
                                                      "T |  k   1\n"
                                                      "  |  0   0\n"
                                                      "  |  1   0\n"
                                                      "  |  0   0\n"
                                                      "  |  0  -7\n"
                                                      "  |  0   0\n");
}

TEST_F(TwoDPlusOne, IteratorsWithoutNamesAreCounted)
{
    TwoDPlusOneSchedule form = {{{set("{ S[3, 0] }"), {0}, {}}}};
    EXPECT_EQ(to_string(form), "S  i0  i1 |  1\n    0   0 |  0\n");
}

TEST_F(TwoDPlusOne, BandsOfSeveralMembersBecomeRows)
{
    Tree original =
        tree("{ S[i, j] : 0 <= i, j < 4 }", band("[{ S[i, j] -> [j] }, { S[i, j] -> [i] }]"));
    TwoDPlusOneSchedule form = to_two_d_plus_one(original);
    ASSERT_EQ(form.statements.size(), 1u);
    EXPECT_EQ(form.statements[0].beta, (std::vector<long>{0, 0, 0}));
    ASSERT_EQ(form.statements[0].rows.size(), 2u);
    EXPECT_EQ(presburger::to_string(form.statements[0].rows[0]), "{ S[i, j] -> [(j)] }");
    EXPECT_TRUE(is_equal(from_two_d_plus_one(form),
                         tree("{ S[i, j] : 0 <= i, j < 4 }",
                              band("[{ S[i, j] -> [j] }]", band("[{ S[i, j] -> [i] }]")))));
}

TEST_F(TwoDPlusOne, ConstantsCountSequencesAndSetsFlat)
{
    NodePtr inner = schedule::set({filter("{ B[] }"), filter("{ C[] }")});
    Tree original =
        tree("{ A[]; B[]; C[]; D[] }", sequence({filter("{ A[] }"), filter("{ B[]; C[] }", inner),
                                                 filter("{ D[] }", empty_band(leaf()))}));
    std::vector<std::vector<long>> beta;
    for (const auto &statement : to_two_d_plus_one(original).statements)
        beta.push_back(statement.beta);
    EXPECT_EQ(beta, (std::vector<std::vector<long>>{{0}, {1}, {2}, {3}}));
}

TEST_F(TwoDPlusOne, StatementThatEndsEarlyIsUnordered)
{
    TwoDPlusOneSchedule form = {{{set("{ A[i] : 0 <= i < 3 }"), {0, 0}, {row("{ A[i] -> [i] }")}},
                                 {set("{ B[i] : 0 <= i < 3 }"),
                                  {0, 0, 0},
                                  {row("{ B[i] -> [i] }"), row("{ B[i] -> [-i] }")}}}};
    EXPECT_TRUE(from_two_d_plus_one(form).root().child(0).child(0).is<Set>());
    EXPECT_EQ(difference(keys(form, {}), keys(from_two_d_plus_one(form), {})), "");
}

TEST_F(TwoDPlusOne, FindsFunctionsThatAreAffineOnTheInstances)
{
    Tree original = tree("{ S[i] : 5 <= i < 9; T[i] : 0 <= i < 9 and i mod 2 = 0 }",
                         band("[{ S[i] -> [3i] : i >= 3; S[i] -> [-i] : i < 3; "
                              "T[i] -> [2*floor(i/2)] }]"));
    TwoDPlusOneSchedule form = to_two_d_plus_one(original);
    ASSERT_EQ(form.statements.size(), 2u);
    EXPECT_EQ(presburger::to_string(form.statements[0].rows[0]), "{ S[i] -> [(3i)] }");
    EXPECT_EQ(presburger::to_string(form.statements[1].rows[0]), "{ T[i] -> [(i)] }");
}

TEST_F(TwoDPlusOne, RefusesFunctionsThatAreNotAffine)
{
    auto refusal_of = [&](const char *schedule) {
        Tree original = tree("{ S[i] : 0 <= i < 99 and i mod 2 = 0 }", band(schedule));
        return refusal([&] { to_two_d_plus_one(original); });
    };
    EXPECT_EQ(
        refusal_of("[{ S[i] -> [i] }, { S[i] -> [32*floor(i/32)] }]"),
        "E108: the schedule of `S` has the dimension { S[i] -> [(i - (i) mod 32)] }, which is "
        "not affine");
    EXPECT_EQ(refusal_of("[{ S[i] -> [i] : i > 5; S[i] -> [0] : i <= 5 }]"),
              "E108: the schedule of `S` has the dimension { S[i] -> [(0)] : i <= 5; S[i] -> [(i)] "
              ": i >= 6 }, which is not affine");
    EXPECT_EQ(refusal_of("[{ S[i] -> [floor(i/2)] }]"),
              "E108: the schedule of `S` has the dimension { S[i] -> [(floor((i)/2))] }, which is "
              "not affine");
}

TEST_F(TwoDPlusOne, RefusesStatementsThatPart)
{
    Tree original = tree("{ S[i] : 0 <= i < 9 }",
                         sequence({filter("{ S[i] : i < 4 }"), filter("{ S[i] : i >= 4 }")}));
    EXPECT_EQ(
        refusal([&] { to_two_d_plus_one(original); }),
        "E108: the sequence node at 0: the instances of `S` part here, and so have no schedule "
        "in common");
}

TEST_F(TwoDPlusOne, RefusesNodesThatItLacks)
{
    std::vector<std::string> found;
    for (const Tree &tree : trees_of_other_nodes())
        found.push_back(refusal([&] { to_two_d_plus_one(tree); }));
    EXPECT_EQ(found, test::refusals_of_other_nodes());
}

TEST_F(TwoDPlusOne, RefusesOtherThanOneConstantMoreThanRows)
{
    isl::set instances = set("{ S[i] : 0 <= i < 9 }");
    for (const std::vector<long> &beta : {std::vector<long>{0}, {0, 0, 0}, {}}) {
        TwoDPlusOneSchedule form = {{{instances, beta, {row("{ S[i] -> [i] }")}}}};
        EXPECT_EQ(refusal([&] { from_two_d_plus_one(form); }),
                  fmt::format("E108: `S` has 1 rows and {} constants; it has to have one constant "
                              "more",
                              beta.size()));
    }
}

TEST_F(TwoDPlusOne, RefusesNoStatementAndStatementsTwice)
{
    EXPECT_EQ(refusal([&] { from_two_d_plus_one({}); }), "E108: there is no statement to schedule");
    TwoDPlusOneSchedule twice = {
        {{set("{ S[i] : i = 0 }"), {0}, {}}, {set("{ S[i] : i = 1 }"), {1}, {}}}};
    EXPECT_EQ(refusal([&] { from_two_d_plus_one(twice); }), "E108: `S` has two schedules");
}

/// "2x0 - 1x1 + 3"
std::string random_affine(std::size_t variables, test::Random &random)
{
    std::string result = std::to_string(random.between(-3, 4));
    for (std::size_t k = 0; k < variables; ++k)
        result += fmt::format(" + {}x{}", random.between(-2, 3), k);
    return result;
}

/// One affine function for each statement.
Band random_affine_band(std::size_t members, const std::vector<test::Statement> &statements,
                        test::Random &random)
{
    std::vector<std::string> dimensions;
    for (std::size_t k = 0; k < members; ++k) {
        std::vector<std::string> functions;
        for (const auto &[name, size] : statements) {
            std::vector<std::string> variables;
            for (std::size_t variable = 0; variable < size; ++variable)
                variables.push_back(fmt::format("x{}", variable));
            functions.push_back(fmt::format("{}[{}] -> [{}]", name, fmt::join(variables, ", "),
                                            random_affine(size, random)));
        }
        dimensions.push_back(fmt::format("{{ {} }}", fmt::join(functions, "; ")));
    }
    std::string text = fmt::format("[{}]", fmt::join(dimensions, ", "));
    return Band(isl::multi_union_pw_aff(random.ctx(), text));
}

/// The subtree with other functions in its bands.
NodePtr with_affine_bands(const NodePtr &subtree, const std::vector<test::Statement> &statements,
                          test::Random &random)
{
    std::vector<NodePtr> children;
    for (const NodePtr &child : subtree->children())
        children.push_back(with_affine_bands(child, statements, random));
    if (subtree->is<Band>() && subtree->as<Band>().size() > 0)
        return node(random_affine_band(subtree->as<Band>().size(), statements, random),
                    children[0]);
    return with_children(*subtree, children);
}

TEST_F(TwoDPlusOne, RandomTreesKeepTheirOrder)
{
    test::TreeKnobs knobs;
    knobs.splits = knobs.expansions = knobs.extensions = knobs.guards = false;
    std::size_t trees = 0;
    for (unsigned seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        test::RandomTree tree = test::random_tree(ctx(), seed, knobs);
        test::Random random(ctx(), seed);
        Tree original(
            with_affine_bands(tree.tree.node_ptr(), test::statements(tree.tree.domain()), random));
        test::Keys expected = keys(with_sets_ordered(original), tree.constants);
        TwoDPlusOneSchedule form = to_two_d_plus_one(original);
        ASSERT_EQ(difference(expected, keys(form, tree.constants)), "");
        if (form.statements.empty())
            continue;
        Tree back = from_two_d_plus_one(form);
        ASSERT_EQ(difference(expected, keys(back, tree.constants)), "");
        ASSERT_TRUE(seed % 4 != 0 ||
                    ordered_pairs(back, tree.constants) == ordered_pairs(expected));
        trees += !ordered_pairs(expected).empty();
    }
    EXPECT_GE(trees, 100u);
}

} // namespace
} // namespace espalier::schedule
