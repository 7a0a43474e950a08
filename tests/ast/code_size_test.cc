#include "espalier/ast/code_size.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/graft.h"
#include "espalier/ast/walk.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::ast {
namespace {

NodePtr user(const std::string &statement) { return make_node(User{statement, {}, {}}); }

/// A loop, or a variable with one value.
NodePtr loop(bool is_degenerate, const NodePtr &body)
{
    ExpressionPtr i = name("i"), n = name("n");
    ExpressionPtr condition = is_degenerate ? nullptr : apply(Operator::less, {i, n});
    return make_node(For{"i", 0, i, condition, is_degenerate ? nullptr : n, body});
}

TEST(CodeSize, CountsCopiesAndOutermostLoops)
{
    NodePtr nest = loop(false, block({loop(false, user("S")), loop(false, user("T"))}));
    NodePtr pair = loop(true, block({loop(false, user("S")), nest}));
    CodeSize size = code_size(make_node(If{name("n"), pair, user("S")}));
    EXPECT_EQ(size.copies, (std::map<std::string, std::size_t>{{"S", 3}, {"T", 1}}));
    EXPECT_EQ(size.nests, 2U) << "a degenerate loop is none";
}

std::size_t size(const NodePtr &node)
{
    std::size_t result = 1;
    foreach_child(*node, [&](const NodePtr &child) { result += size(child); });
    return result;
}

/// The size of the code for many statements grows with their number, no faster.
class CodeSizeTest : public testing::Test {
protected:
    /// { S0[i, j]; ... }, or functions { S0[i, j] -> value; ... }, with one piece per statement.
    static std::string pieces(int statements, const std::string &piece)
    {
        std::vector<std::string> result;
        for (int k = 0; k < statements; ++k)
            result.push_back(fmt::format("S{}[i, j]{}", k, piece));
        return fmt::format("[n] -> {{ {} }}", fmt::join(result, "; "));
    }

    schedule::NodePtr band(const std::string &schedule) const
    {
        return schedule::node(schedule::Band(isl::multi_union_pw_aff(context.get(), schedule)));
    }

    schedule::NodePtr filter(int statement, const schedule::NodePtr &child) const
    {
        isl::union_set instances(context.get(), fmt::format("{{ S{}[i, j] }}", statement));
        return schedule::node(schedule::Filter{instances}, child);
    }

    std::size_t size_of_code(int statements, const schedule::NodePtr &below) const
    {
        isl::union_set domain(context.get(), pieces(statements, " : 0 <= i, j < n"));
        schedule::Tree tree(schedule::node(schedule::Domain{domain}, below));
        return size(generate(tree, Request{isl::set(context.get(), "{ : }")}));
    }

    /// A sequence of nests of two loops.
    std::size_t size_of_chain(int statements) const
    {
        std::vector<schedule::NodePtr> nests;
        for (int k = 0; k < statements; ++k)
            nests.push_back(filter(
                k, band(fmt::format("[{{ S{0}[i, j] -> [(i)] }}, {{ S{0}[i, j] -> [(j)] }}]", k))));
        return size_of_code(statements, schedule::sequence(nests));
    }

    /// One nest of two loops around all.
    std::size_t size_of_fusion(int statements) const
    {
        std::string i = pieces(statements, " -> [(i)]"), j = pieces(statements, " -> [(j)]");
        std::string constants = "[n] -> ";
        std::vector<schedule::NodePtr> leaves;
        for (int k = 0; k < statements; ++k)
            leaves.push_back(filter(k, schedule::leaf()));
        schedule::Band both(isl::multi_union_pw_aff(
            context.get(), fmt::format("{}[{}, {}]", constants, i.substr(constants.size()),
                                       j.substr(constants.size()))));
        return size_of_code(statements, schedule::node(both, schedule::sequence(leaves)));
    }

    presburger::Context context;
};

constexpr std::size_t a_few = 4;

TEST_F(CodeSizeTest, OfAChainIsLinear)
{
    for (int n : {50, 200, 2000})
        EXPECT_LE(size_of_chain(n), 3 * std::size_t(n) + a_few) << n;
}

TEST_F(CodeSizeTest, OfFusedStatementsIsLinear)
{
    for (int n : {50, 200, 2000})
        EXPECT_LE(size_of_fusion(n), std::size_t(n) + a_few) << n;
}

} // namespace
} // namespace espalier::ast
