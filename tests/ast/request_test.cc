#include "espalier/ast/request.h"

#include "espalier/ast/code_size.h"
#include "espalier/ast/walk.h"
#include "espalier/base/error.h"
#include "tests/support/generated_code.h"

#include <gmock/gmock.h>

namespace espalier::ast {
namespace {

using testing::HasSubstr;

class RequestTest : public test::GeneratedCode {
protected:
    CodeSize size(const std::string &text, const Request &request)
    {
        return code_size(make(text, request));
    }

    /// The message of the error that the request leads to; "" if it leads to none.
    std::string refusal(const std::string &text, const Request &request)
    {
        try {
            make(text, request);
        } catch (const Error &error) {
            EXPECT_EQ(error.fault(), Fault::input);
            return error.what();
        }
        return "";
    }

    const std::string shifted = tree("[n] -> { S[i] : 0 <= i < n; T[i] : 5 <= i < n + 5 }",
                                     "[{ S[i] -> [(i)]; T[i] -> [(i)] }]", "{ separate[0] }");

    const std::string shifted_twice =
        tree("[n] -> { S[i, j] : 0 <= i, j < n; T[i, j] : 5 <= i, j < n + 5 }",
             "[{ S[i, j] -> [(i)]; T[i, j] -> [(i)] }, { S[i, j] -> [(j)]; T[i, j] -> [(j)] }]",
             "{ separate[x] }");

    const std::string apart =
        tree("[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }",
             "[{ S[i] -> [(0)]; T[i] -> [(1)] }, { S[i] -> [(i)]; T[i] -> [(i)] }]");
};

TEST_F(RequestTest, WithoutLimitsTheOptionsDecide)
{
    CodeSize free = size(shifted, request());
    EXPECT_EQ(free.copies["S"], 2U);
    EXPECT_EQ(free.copies["T"], 2U);
    EXPECT_EQ(free.nests, 3U);
}

TEST_F(RequestTest, CopiesMayBeLimited)
{
    Request limits = request();
    limits.max_copies = 1;
    CodeSize limited = size(shifted, limits);
    EXPECT_EQ(limited.copies["S"], 1U);
    EXPECT_EQ(limited.copies["T"], 1U);
}

TEST_F(RequestTest, NestsMayBeLimited)
{
    Request limits = request();
    limits.max_nests = 1;
    EXPECT_EQ(size(shifted, limits).nests, 1U);
}

TEST_F(RequestTest, LimitsThatAreKeptAnywayChangeNothing)
{
    Request limits = request();
    limits.max_copies = 2;
    limits.max_nests = 3;
    EXPECT_EQ(print(make(shifted, limits)), code(shifted));
}

/// The inner dimension stays separate as long as it may.
TEST_F(RequestTest, NoMoreDimensionsAreMadeAtomicThanItTakes)
{
    EXPECT_GT(size(shifted_twice, request()).nests, 1U);
    Request limits = request();
    limits.max_nests = 1;
    CodeSize outer_atomic = size(shifted_twice, limits);
    EXPECT_EQ(outer_atomic.nests, 1U);
    EXPECT_EQ(outer_atomic.copies["S"], 3U);
    limits.max_copies = 1;
    EXPECT_EQ(size(shifted_twice, limits).copies["S"], 1U);
}

TEST_F(RequestTest, LimitsThatTheScheduleExceedsAreAnError)
{
    Request few_nests = request(), no_copies = request();
    few_nests.max_nests = 1;
    no_copies.max_copies = 0;
    EXPECT_THAT(refusal(apart, few_nests), HasSubstr("loop nests"));
    EXPECT_THAT(refusal(apart, no_copies), HasSubstr("copies of statements"));
    few_nests.max_nests = 2;
    EXPECT_EQ(refusal(apart, few_nests), "");
}

/// Example 5.10, with the loop variable on the left of what has no other.
TEST_F(RequestTest, UpperBoundsMayBeAConjunction)
{
    Request conjunction = request();
    conjunction.upper_bound = UpperBound::conjunction;
    EXPECT_EQ(print(make(tree("[M, N] -> { S[j, k] : 0 <= j < N and 0 <= k and M >= k + 1 and "
                              "j >= 3k + 8 }",
                              "[{ S[j, k] -> [(j)] }, { S[j, k] -> [(k)] }]"),
                         conjunction)),
              R"(
for (long c0 = 8; c0 < N; c0++) {
  for (long c1 = 0; c1 < M && c0 >= 3 * c1 + 8; c1++)
    S(c0, c1);
}
)");
}

/// How many marks there are in some code.
std::size_t marks(const NodePtr &code)
{
    std::size_t result = std::holds_alternative<Mark>(code->node);
    foreach_child(*code, [&](const NodePtr &child) { result += marks(child); });
    return result;
}

/// A loop with one iteration: code that executes all of S there, and then T, is in order as well.
TEST_F(RequestTest, LoopsMayBeKeptWhole)
{
    const std::string once = tree("[n, m] -> { S[i] : i = n; T[i] : i = n and m > 0 }",
                                  "[{ S[i] -> [(i)]; T[i] -> [(i)] }]", "{ }", "{ : }", R"(
      mark: "here"
      child:
        sequence:
        - filter: "{ S[i] }"
        - filter: "{ T[i] }"
)");
    EXPECT_EQ(marks(make(once, request())), 2U);
    Request whole = request();
    whole.whole = {"elsewhere", "here"};
    EXPECT_EQ(marks(make(once, whole)), 1U);
}

TEST_F(RequestTest, LoopVariablesAreNoSymbolicConstants)
{
    const std::string text = tree("[c0, c_1] -> { S[i] : c0 <= i < c_1 }", "[{ S[i] -> [(i)] }]");
    std::string prefix = request().iterator_prefix;
    EXPECT_EQ(prefix, "c");
    EXPECT_EQ(code(text), R"(
for (long c__0 = c0; c__0 < c_1; c__0++)
  S(c__0);
)");
}

} // namespace
} // namespace espalier::ast
