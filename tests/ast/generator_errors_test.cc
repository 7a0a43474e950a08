#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/yaml.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

/// What the generator cannot do, and what it says then: which node, and why.
namespace espalier::ast {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class GeneratorErrors : public testing::Test {
protected:
    /// A tree of a domain, and a band whose children stand below.
    schedule::Tree tree(const std::string &domain, const std::string &schedule,
                        const std::string &options, const std::string &below = "\"leaf\"") const
    {
        return schedule::read_yaml(context.get(),
                                   fmt::format("domain: \"{}\"\n"
                                               "child:\n"
                                               "  schedule: \"{}\"\n"
                                               "  options: \"{}\"\n"
                                               "  child: {}\n",
                                               domain, schedule, options, below),
                                   "example");
    }

    NodePtr code(const schedule::Tree &tree) const
    {
        return generate(tree, Request{isl::set(context.get(), "{ : }")});
    }

    /// The message of the error that the tree leads to; "" if it leads to none.
    std::string refusal(const schedule::Tree &tree) const
    {
        try {
            code(tree);
        } catch (const Error &error) {
            EXPECT_EQ(error.fault(), Fault::input);
            return error.what();
        }
        return "";
    }

    presburger::Context context;
};

TEST_F(GeneratorErrors, ALoopNeedsALowerBound)
{
    EXPECT_THAT(refusal(tree("[n] -> { S[i] : i < n }", "[{ S[i] -> [(i)] }]", "{ }")),
                AllOf(HasSubstr("band node at 0"), HasSubstr("lower bound")));
}

TEST_F(GeneratorErrors, TheInnermostSuchLoopIsNamed)
{
    EXPECT_THAT(refusal(tree("[n] -> { S[i, j] : 0 <= i < n and j < n }", "[{ S[i, j] -> [(i)] }]",
                             "{ }", "{ schedule: \"[{ S[i, j] -> [(j)] }]\" }")),
                AllOf(HasSubstr("band node at 0.0"), HasSubstr("lower bound")));
}

TEST_F(GeneratorErrors, CopiesOfCopiesCount)
{
    auto square = [&](int size) {
        return tree(fmt::format("{{ S[i, j] : 0 <= i, j < {} }}", size), "[{ S[i, j] -> [(i)] }]",
                    "{ unroll[0] }",
                    "{ schedule: \"[{ S[i, j] -> [(j)] }]\", options: \"{ unroll[0] }\" }");
    };
    EXPECT_EQ(refusal(square(20)), "");
    EXPECT_THAT(refusal(square(9999)),
                AllOf(HasSubstr("band node at 0.0"), HasSubstr("99980001 copies"),
                      HasSubstr("10000 are the most")));
}

TEST_F(GeneratorErrors, BoundsAreNotInDivisions)
{
    EXPECT_THAT(refusal(tree("[n] -> { S[i] : i < n and i mod 2 = 0 }", "[{ S[i] -> [(i)] }]", "{ }")),
                HasSubstr("lower bound"));
    schedule::Tree infinite =
        tree("[n] -> { S[i] : 0 <= i and i mod 2 = 0 and (i < n or n mod 2 = 1) }",
             "[{ S[i] -> [(i)] }]", "{ }");
    EXPECT_EQ(check_exactly(code(infinite), expectation(infinite, isl::set(context.get(), "{ : }"))).reason,
              "");
}

TEST_F(GeneratorErrors, WithoutAnUpperBoundALoopIsInfinite)
{
    schedule::Tree infinite = tree("{ S[i] : i >= 3 }", "[{ S[i] -> [(i)] }]", "{ }");
    NodePtr found = code(infinite);
    ASSERT_TRUE(std::holds_alternative<For>(found->node));
    const For &loop = std::get<For>(found->node);
    EXPECT_FALSE(loop.is_degenerate());
    EXPECT_EQ(loop.condition, nullptr);
    EXPECT_EQ(check_exactly(found, expectation(infinite, isl::set(context.get(), "{ : }"))).reason,
              "");
}

TEST_F(GeneratorErrors, UnrollingNeedsAConstantNumberOfValues)
{
    EXPECT_THAT(
        refusal(tree("[n] -> { S[i] : 0 <= i < n }", "[{ S[i] -> [(i)] }]", "{ unroll[0] }")),
        AllOf(HasSubstr("band node at 0"), HasSubstr("unroll")));
}

TEST_F(GeneratorErrors, UnrollingNeedsALowerBound)
{
    EXPECT_THAT(refusal(tree("[n] -> { S[i, j] : 0 <= i < n and j < n }",
                             "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]", "{ unroll[1] }")),
                AllOf(HasSubstr("band node at 0"), HasSubstr("unroll")));
}

TEST_F(GeneratorErrors, UnrollingHasALimit)
{
    EXPECT_THAT(
        refusal(tree("{ S[i] : 0 <= i < 1000000 }", "[{ S[i] -> [(i)] }]", "{ unroll[0] }")),
        AllOf(HasSubstr("band node at 0"), HasSubstr("1000000 copies")));
}

/// An isolation is over outer dimensions and those of its band: with more it is no valid tree.
TEST_F(GeneratorErrors, AnIsolationRefersToNoInnerDimensions)
{
    std::string below = "{ schedule: \"[{ S[i, j] -> [(j)] }]\" }";
    auto read = [&] {
        tree("[n] -> { S[i, j] : 0 <= i, j < n }", "[{ S[i, j] -> [(i)] }]",
             "{ isolate[[] -> [i, j]] : j > i }", below);
    };
    try {
        read();
        FAIL() << "the tree is accepted";
    } catch (const Error &error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("band"), HasSubstr("isolat")));
    }
}

} // namespace
} // namespace espalier::ast
