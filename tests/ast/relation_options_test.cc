#include "espalier/ast/relation_options.h"

#include "espalier/base/error.h"
#include "tests/support/generated_code.h"

#include <gmock/gmock.h>

namespace espalier::ast {
namespace {

using schedule::LoopOption;
using testing::HasSubstr;

class RelationOptions : public test::GeneratedCode {
protected:
    /// Code that is found to be right for all values of the symbolic constants.
    std::string code(const std::string &order, const std::string &options)
    {
        isl::union_map relation(context.get(), order);
        NodePtr found =
            generate(relation, isl::union_map(context.get(), options), request());
        Expectation expected = expectation(relation, request().context);
        EXPECT_FALSE(check_samples(found, expected).is_wrong());
        EXPECT_EQ(check_exactly(found, expected).reason, "");
        return print(found);
    }

    std::vector<Level> levels(const std::string &options) const
    {
        return levels_with(isl::union_map(context.get(), options),
                           isl::union_set(context.get(), "[n] -> { [i, j] : 0 <= i, j < n }"), 2);
    }

    std::string refusal(const std::string &options) const
    {
        try {
            levels(options);
        } catch (const Error &error) {
            EXPECT_EQ(error.diagnostic().kind, DiagnosticKind::malformed_model);
            return error.what();
        }
        return "";
    }
};

TEST_F(RelationOptions, WhatHoldsForAllTimesIsNotLocal)
{
    std::vector<Level> found =
        levels("[n] -> { [i, j] -> separate[0] : i >= 0; [i, j] -> unroll[1] : i + j < 2 * n }");
    EXPECT_EQ(found[0].option, LoopOption::separate);
    EXPECT_EQ(found[1].option, LoopOption::unroll);
    EXPECT_TRUE(found[0].local_options.empty() && found[1].local_options.empty());
    EXPECT_EQ(levels("{ [] -> atomic[k] }")[1].option, LoopOption::atomic);
}

TEST_F(RelationOptions, LocalOptionsComeInTheOrderOfTheTable)
{
    std::vector<Level> found = levels("{ [i, j] -> unroll[1] : j < 4; [i, j] -> separate[1] : j > 9 }");
    EXPECT_EQ(found[1].option, LoopOption::none);
    ASSERT_EQ(found[1].local_options.size(), 2U);
    EXPECT_EQ(found[1].local_options[0].option, LoopOption::separate);
    EXPECT_EQ(found[1].local_options[1].option, LoopOption::unroll);
    EXPECT_TRUE(found[0].local_options.empty());
}

TEST_F(RelationOptions, WhatIsNoOptionIsRefused)
{
    EXPECT_THAT(refusal("{ [i, j] -> unrol[0] }"), HasSubstr("is no option"));
    EXPECT_THAT(refusal("{ [i, j] -> unroll[0, 1] }"), HasSubstr("is no option"));
    EXPECT_THAT(refusal("{ [i, j] -> separation_class[[0] -> [1]] : i < 3 }"),
                HasSubstr("separation classes are not supported"));
    EXPECT_EQ(refusal("{ [i, j] -> unroll[0]; [i, j] -> atomic[0] }").substr(0, 28),
              "dimension 0 has two options,");
}

TEST_F(RelationOptions, SomeValuesAreUnrolled)
{
    EXPECT_EQ(code("{ S[i] -> [i] : 0 <= i < 100000 }", "{ [i] -> unroll[0] : 2 <= i < 4 }"), R"(
for (long c0 = 0; c0 <= 1; c0++)
  S(c0);
S(2);
S(3);
for (long c0 = 4; c0 <= 99999; c0++)
  S(c0);
)");
}

TEST_F(RelationOptions, DisjunctsAreFarApart)
{
    EXPECT_EQ(code("{ S[i] -> [i] : 0 <= i < 100000 }",
                   "{ [i] -> unroll[0] : i < 1 or i >= 99999 }"),
              R"(
S(0);
for (long c0 = 1; c0 <= 99998; c0++)
  S(c0);
S(99999);
)");
}

TEST_F(RelationOptions, DifferentValuesHaveDifferentOptions)
{
    EXPECT_EQ(code("[n] -> { S[i] -> [i] : 0 <= i < n; T[i] -> [i] : 5 <= i < n + 5 }",
                   "{ [i] -> separate[0] : i < 10; [i] -> atomic[0] : i >= 10 }"),
              R"(
for (long c0 = 0; c0 <= min(4, n - 1); c0++)
  S(c0);
for (long c0 = 5; c0 <= min(9, n - 1); c0++) {
  T(c0);
  S(c0);
}
for (long c0 = max(n, 5); c0 <= min(9, n + 4); c0++)
  T(c0);
for (long c0 = 10; c0 <= n + 4; c0++) {
  T(c0);
  if (c0 < n) {
    S(c0);
  }
}
)");
}

/// Local options may depend on outer dimensions and symbolic constants, and on outer dimensions
/// that have no loop.
TEST_F(RelationOptions, TheTimesDependOnOuterDimensions)
{
    for (const char *times : {"3 <= j < 6 and i < 7", "i <= j < i + 3", "n <= j < n + 2", "j = 2 * i"})
        for (const char *order : {"[n] -> { S[i, j] -> [i, j] : 0 <= i, j < 2 * n }",
                                  "[n] -> { S[i, j] -> [2 * i, j] : 0 <= i < 9 and i <= j < n }",
                                  "[n] -> { S[j] -> [3, j] : 0 <= j < n; T[j] -> [3, j + 1] : 0 <= j < n }"})
            for (const char *option : {"unroll", "separate", "atomic"})
                code(order, fmt::format("[n] -> {{ [i, j] -> {}[1] : {} }}", option, times));
}

} // namespace
} // namespace espalier::ast
