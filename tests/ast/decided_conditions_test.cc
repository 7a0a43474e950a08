#include "espalier/ast/decided_conditions.h"

#include "espalier/ast/expressions.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

const Intervals constants{{"n", {-128, 127}}, {"m", {0, 255}}};

NodePtr node(NodeKind kind) { return std::make_shared<const Node>(Node{std::move(kind)}); }
NodePtr user(const std::string &statement) { return node(User{statement, {}, {}}); }

ExpressionPtr at_least(const std::string &constant, long value)
{
    return apply(Operator::greater_equal, {name(constant), integer(value)});
}

NodePtr simplified(const ExpressionPtr &condition, bool has_else = false)
{
    return without_decided_conditions(
        node(If{condition, user("S"), has_else ? user("T") : nullptr}), constants);
}

std::string statement(const NodePtr &code) { return std::get<User>(code->node).statement; }
bool is_empty(const NodePtr &code) { return std::get<Block>(code->node).children.empty(); }

TEST(DecidedConditions, TakeOneOfTheirBranches)
{
    EXPECT_EQ(statement(simplified(at_least("m", 0))), "S");
    EXPECT_TRUE(is_empty(simplified(at_least("n", 128))));
    EXPECT_EQ(statement(simplified(at_least("n", 128), true)), "T");
    EXPECT_TRUE(is_empty(simplified(apply(Operator::equal, {name("m"), integer(-1)}))));
}

TEST(DecidedConditions, OthersStay)
{
    ExpressionPtr open = at_least("n", 127);
    EXPECT_EQ(std::get<If>(simplified(open)->node).condition, open);
    ExpressionPtr unknown = at_least("c0", 1000);
    EXPECT_EQ(std::get<If>(simplified(unknown)->node).condition, unknown);
}

TEST(DecidedConditions, PartsOfJunctionsFallAway)
{
    ExpressionPtr open = at_least("n", 0), never = at_least("n", 128), always = at_least("m", 0);
    auto both = [](const ExpressionPtr &one, const ExpressionPtr &other) {
        return apply(Operator::logical_and, {one, other});
    };
    auto either = [](const ExpressionPtr &one, const ExpressionPtr &other) {
        return apply(Operator::logical_or, {one, other});
    };
    EXPECT_EQ(std::get<If>(simplified(both(open, always))->node).condition, open);
    EXPECT_EQ(std::get<If>(simplified(either(never, open))->node).condition, open);
    EXPECT_TRUE(is_empty(simplified(both(open, never))));
    EXPECT_EQ(statement(simplified(either(open, always))), "S");
}

TEST(DecidedConditions, ValuesThatTheyChooseStay)
{
    const ExpressionPtr open = at_least("n", 0);
    auto bound = [](const ExpressionPtr &condition) {
        return apply(Operator::conditional, {condition, name("n"), name("m")});
    };
    auto init = [&](const ExpressionPtr &value) {
        NodePtr loop = node(For{"c0", 0, value, apply(Operator::less, {name("c0"), name("m")}),
                                integer(1), user("S")});
        return std::get<For>(without_decided_conditions(loop, constants)->node).init;
    };
    EXPECT_EQ(init(bound(at_least("m", 0)))->text, "n");
    EXPECT_EQ(init(bound(at_least("n", 128)))->text, "m");
    const ExpressionPtr undecided = bound(open);
    EXPECT_EQ(init(undecided), undecided);
    const ExpressionPtr both = apply(Operator::logical_and, {open, at_least("m", 0)});
    EXPECT_EQ(init(bound(both))->operands[0], open);
}

TEST(DecidedConditions, LoopsAroundNothingFallAway)
{
    NodePtr inner = node(If{at_least("n", 128), user("S"), nullptr});
    NodePtr loop = node(For{"c0", 0, integer(0), apply(Operator::less, {name("c0"), name("m")}),
                            integer(1), inner});
    NodePtr code = without_decided_conditions(node(Block{{loop, user("T")}}), constants);
    EXPECT_EQ(std::get<Block>(code->node).children.size(), 1U);
    EXPECT_TRUE(is_empty(without_decided_conditions(loop, constants)));
}

} // namespace
} // namespace espalier::ast
