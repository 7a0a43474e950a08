#include "espalier/ast/expectation.h"

#include "espalier/ast/exact_check.h"
#include "espalier/ast/sampled_check.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/yaml.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

/// What both checks make of code for trees, mostly of code that is wrong.
namespace espalier::ast {
namespace {

ExpressionPtr name(const std::string &text)
{
    return std::make_shared<Expression>(Expression{Operator::name, text, {}});
}

ExpressionPtr integer(long value)
{
    return std::make_shared<Expression>(Expression{Operator::integer, std::to_string(value), {}});
}

NodePtr run(const std::string &statement, std::vector<ExpressionPtr> iterators)
{
    return std::make_shared<Node>(Node{User{statement, std::move(iterators), {}}});
}

NodePtr block(std::vector<NodePtr> children)
{
    return std::make_shared<Node>(Node{Block{std::move(children)}});
}

/// for (c = first; c <= last; c++) body
NodePtr loop(long first, ExpressionPtr last, NodePtr body)
{
    ExpressionPtr condition = std::make_shared<Expression>(
        Expression{Operator::less_equal, "", {name("c"), std::move(last)}});
    return std::make_shared<Node>(
        Node{For{"c", 0, integer(first), condition, integer(1), std::move(body)}});
}

NodePtr choice(ExpressionPtr left, Operator op, ExpressionPtr right, NodePtr body)
{
    ExpressionPtr condition =
        std::make_shared<Expression>(Expression{op, "", {std::move(left), std::move(right)}});
    return std::make_shared<Node>(Node{If{condition, std::move(body), nullptr}});
}

class ExpectationTest : public testing::Test {
protected:
    Expectation expect(const std::string &yaml) const
    {
        return expectation(schedule::read_yaml(context.get(), yaml, "tree"),
                           isl::set(context.get(), "{ : }"));
    }

    static bool is_right(const NodePtr &code, const Expectation &expected)
    {
        Verdict samples = check_samples(code, expected), all = check_exactly(code, expected);
        EXPECT_EQ(samples.kind, all.kind) << samples.reason << " and " << all.reason;
        return samples.is_right() && all.is_right();
    }

    presburger::Context context;
};

constexpr const char *sequence_of_two = R"(
domain: "{ S[i] : 0 <= i <= 1 }"
child:
  sequence:
  - filter: "{ S[1] }"
  - filter: "{ S[0] }"
)";

constexpr const char *set_of_two = R"(
domain: "{ S[i] : 0 <= i <= 1 }"
child:
  set:
  - filter: "{ S[1] }"
  - filter: "{ S[0] }"
)";

TEST_F(ExpectationTest, ASequenceOrdersItsChildrenAndASetDoesNot)
{
    NodePtr first = run("S", {integer(1)}), second = run("S", {integer(0)});
    EXPECT_TRUE(is_right(block({first, second}), expect(sequence_of_two)));
    EXPECT_FALSE(is_right(block({second, first}), expect(sequence_of_two)));
    EXPECT_TRUE(is_right(block({first, second}), expect(set_of_two)));
    EXPECT_TRUE(is_right(block({second, first}), expect(set_of_two)));
}

TEST_F(ExpectationTest, BandsAroundASetOrder)
{
    Expectation expected = expect(R"(
domain: "{ A[i] : 0 <= i <= 3; B[i] : 0 <= i <= 3 }"
child:
  schedule: "[{ A[i] -> [(i)]; B[i] -> [(i)] }]"
  child:
    set:
    - filter: "{ A[i] }"
    - filter: "{ B[i] }"
)");
    NodePtr a = run("A", {name("c")}), b = run("B", {name("c")});
    EXPECT_TRUE(is_right(loop(0, integer(3), block({b, a})), expected));
    EXPECT_FALSE(is_right(block({loop(0, integer(3), a), loop(0, integer(3), b)}), expected));
}

constexpr const char *introduced_constant = R"(
domain: "{ S[i] : 0 <= i <= 9; T[] }"
child:
  sequence:
  - filter: "{ S[i] }"
    child:
      context: "[b] -> { : 2 <= b <= 4 }"
      child:
        filter: "[b] -> { S[b] }"
  - filter: "{ T[] }"
)";

TEST_F(ExpectationTest, AContextSaysNothingOfOtherValues)
{
    Expectation expected = expect(introduced_constant);
    NodePtr s = run("S", {name("b")}), t = run("T", {});
    EXPECT_TRUE(is_right(block({s, t}), expected));
    EXPECT_TRUE(
        is_right(block({choice(name("b"), Operator::less_equal, integer(4), s), t}), expected));
    EXPECT_FALSE(is_right(block({choice(name("b"), Operator::less, integer(4), s), t}), expected));
    EXPECT_FALSE(is_right(block({s, choice(name("b"), Operator::less, integer(4), t)}), expected))
        << "the context is about S alone";
}

constexpr const char *guarded_dimension = R"(
domain: "{ S[i] : 0 <= i <= 9 }"
child:
  schedule: "[{ S[i] -> [(i)] }]"
  child:
    guard: "{ [t] : t >= 3 }"
)";

TEST_F(ExpectationTest, AGuardOnDimensionsPromisesTheRest)
{
    Expectation expected = expect(guarded_dimension);
    NodePtr s = run("S", {name("c")});
    EXPECT_TRUE(is_right(loop(0, integer(9), s), expected));
    EXPECT_TRUE(is_right(loop(3, integer(9), s), expected));
    EXPECT_FALSE(is_right(loop(4, integer(9), s), expected));
}

constexpr const char *true_context = R"(
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedule: "[n] -> [{ S[i] -> [(i)] }]"
  child:
    context: "[n] -> { [t] : 0 <= t < n }"
)";

TEST_F(ExpectationTest, AContextThatHoldsTakesNothingAway)
{
    Expectation expected = expect(true_context);
    NodePtr s = run("S", {name("c")});
    ExpressionPtr last =
        std::make_shared<Expression>(Expression{Operator::subtract, "", {name("n"), integer(1)}});
    EXPECT_TRUE(is_right(loop(0, last, s), expected));
    EXPECT_FALSE(is_right(loop(0, name("n"), s), expected));
}

constexpr const char *extension_beyond = R"(
domain: "{ S[i] : 0 <= i <= 3 }"
child:
  schedule: "[{ S[i] -> [(i)] }]"
  child:
    extension: "{ [t] -> E[t] : 0 <= t <= 5 }"
    child:
      sequence:
      - filter: "{ E[t] }"
      - filter: "{ S[i] }"
)";

TEST_F(ExpectationTest, AnExtensionAddsWhereOthersReach)
{
    Expectation expected = expect(extension_beyond);
    NodePtr e = run("E", {name("c")}), s = run("S", {name("c")});
    NodePtr both = loop(0, integer(3), block({e, s}));
    EXPECT_TRUE(is_right(both, expected));
    EXPECT_TRUE(is_right(block({both, run("E", {integer(5)})}), expected));
    EXPECT_FALSE(is_right(block({both, run("E", {integer(6)})}), expected));
    EXPECT_FALSE(
        is_right(loop(0, integer(3), block({choice(name("c"), Operator::less, integer(3), e), s})),
                 expected));
}

constexpr const char *extension_in_each_iteration = R"(
domain: "{ S[i] : 0 <= i <= 3 }"
child:
  schedule: "[{ S[i] -> [(i)] }]"
  child:
    extension: "{ [t] -> E[] : 0 <= t <= 3 }"
    child:
      sequence:
      - filter: "{ E[] }"
      - filter: "{ S[i] }"
)";

TEST_F(ExpectationTest, ExecutionsOfOneInstanceAreToldApart)
{
    Expectation expected = expect(extension_in_each_iteration);
    NodePtr e = run("E", {}), s = run("S", {name("c")});
    EXPECT_TRUE(is_right(loop(0, integer(3), block({e, s})), expected));
    EXPECT_FALSE(is_right(loop(0, integer(3), block({s, e})), expected));
    EXPECT_FALSE(is_right(loop(0, integer(3), block({e, e, s})), expected));
    EXPECT_FALSE(is_right(block({e, loop(0, integer(3), s)}), expected));
}

TEST_F(ExpectationTest, ExecutionsOfOneInstanceMayBeTooManyToTellApart)
{
    Expectation expected = expect(R"(
domain: "[n] -> { S[i] : 0 <= i <= n }"
child:
  schedule: "[n] -> [{ S[i] -> [(i)] }]"
  child:
    extension: "[n] -> { [t] -> E[] : 0 <= t <= n }"
    child:
      sequence:
      - filter: "{ E[] }"
      - filter: "{ S[i] }"
)");
    NodePtr right = loop(0, name("n"), block({run("E", {}), run("S", {name("c")})}));
    EXPECT_TRUE(check_samples(right, expected).is_right());
    EXPECT_TRUE(check_exactly(right, expected).is_undecided());
}

TEST_F(ExpectationTest, AnExpansionIsWhatIsExecuted)
{
    Expectation expected = expect(R"(
domain: "{ G[i] : 0 <= i <= 3 }"
child:
  schedule: "[{ G[i] -> [(i)] }]"
  child:
    contraction: "{ A[i] -> G[(i)]; B[i] -> G[(i)] }"
    expansion: "{ G[i] -> A[i]; G[i] -> B[i] }"
    child:
      sequence:
      - filter: "{ A[i] }"
      - filter: "{ B[i] }"
)");
    NodePtr a = run("A", {name("c")}), b = run("B", {name("c")});
    EXPECT_TRUE(is_right(loop(0, integer(3), block({a, b})), expected));
    EXPECT_FALSE(is_right(loop(0, integer(3), block({b, a})), expected));
    EXPECT_FALSE(is_right(loop(0, integer(3), a), expected));
}

} // namespace
} // namespace espalier::ast
