#include "espalier/ast/walk.h"

#include "espalier/ast/equality.h"
#include "espalier/ast/expressions.h"
#include "espalier/ast/graft.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

NodePtr user(const std::string &statement) { return make_node(User{statement, {}, {}}); }

NodePtr loop(const NodePtr &body)
{
    ExpressionPtr i = name("i"), n = name("n");
    return make_node(For{"i", 0, i, apply(Operator::less, {i, n}), n, body});
}

NodePtr choice(const NodePtr &yes, const NodePtr &no)
{
    return make_node(If{name("condition"), yes, no});
}

std::vector<NodePtr> children(const NodePtr &node)
{
    std::vector<NodePtr> result;
    foreach_child(*node, [&](const NodePtr &child) { result.push_back(child); });
    return result;
}

const NodePtr a = user("A"), b = user("B"), c = user("C");

TEST(Walk, VisitsTheChildrenInOrder)
{
    EXPECT_EQ(children(loop(a)), std::vector{a});
    EXPECT_EQ(children(choice(a, b)), (std::vector{a, b}));
    EXPECT_EQ(children(block({a, b, c})), (std::vector{a, b, c}));
    EXPECT_EQ(children(make_node(Mark{"mark", a})), std::vector{a});
    EXPECT_EQ(children(make_node(Let{"v", name("n"), a})), std::vector{a});
}

TEST(Walk, AMissingElsePartIsNoChild)
{
    EXPECT_EQ(children(choice(a, nullptr)), std::vector{a});
    NodePtr changed = map_children(choice(a, nullptr), [](const NodePtr &) { return b; });
    EXPECT_EQ(std::get<If>(changed->node).no, nullptr);
}

TEST(Walk, AStatementHasNoChildren) { EXPECT_TRUE(children(a).empty()); }

TEST(Walk, VisitsChildrenAndNoGrandchildren)
{
    NodePtr inner = choice(a, b);
    EXPECT_EQ(children(block({inner, c})), (std::vector{inner, c}));
}

/// The same with B for A, at any depth.
NodePtr with_b_for_a(const NodePtr &node)
{
    return node == a ? b : map_children(node, with_b_for_a);
}

TEST(Walk, ReplacesChildrenAndKeepsTheRest)
{
    NodePtr before = make_node(Mark{"mark", loop(choice(a, make_node(Block{{a, c}})))});
    NodePtr expected = make_node(Mark{"mark", loop(choice(b, make_node(Block{{b, c}})))});
    EXPECT_TRUE(is_equal(*with_b_for_a(before), *expected));
    EXPECT_FALSE(is_equal(*before, *expected)) << "the argument was changed";
}

} // namespace
} // namespace espalier::ast
