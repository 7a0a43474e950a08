#include "espalier/dependence/constraints_file.h"

#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace espalier::dependence {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class ConstraintsFile : public testing::Test {
protected:
    Constraints read(const std::string &text) const
    {
        return read_constraints_file(context.get(), text, "a.sc");
    }

    /// "LINE: MESSAGE" of the error that reading throws; "" if there is none.
    std::string refusal(const std::string &text) const
    {
        try {
            read(text);
        } catch (const Error &error) {
            EXPECT_EQ(error.diagnostic().kind, DiagnosticKind::malformed_model);
            EXPECT_EQ(error.fault(), Fault::input);
            EXPECT_EQ(error.diagnostic().place.file, "a.sc");
            return std::to_string(error.diagnostic().place.line) + ": " + error.what();
        }
        return "";
    }

    void expect_equal(const isl::union_map &found, const char *expected) const
    {
        EXPECT_TRUE(found.is_equal(isl::union_map(context.get(), expected)))
            << presburger::to_string(found);
    }

    presburger::Context context;
};

const char *const quoted = R"(# All there is.
domain: "[n] -> { A[i] : 0 <= i < n; B[i] : 0 <= i < n }"
context: '[n] -> { : n >= 1 }'
validity: "[n] -> { A[i] -> B[i] : 0 <= i < n }"
proximity: "[n] -> { A[i] -> A[i + 1] : 0 <= i < n - 1 }"
coincidence: "[n] -> { B[i] -> B[i + 1] : 0 <= i < n - 1 }"
condition: "[n] -> { [A[i] -> w[]] -> [B[i] -> r[]] : 0 <= i < n }"
conditional_validity: "[n] -> { [B[i] -> r[]] -> [A[j] -> w[]] : 0 <= i < j < n }"
)";

TEST_F(ConstraintsFile, IgnoresOrderOfAnInstanceWithItself)
{
    Constraints found = read(R"(
domain: { A[i] : 0 <= i < 9; B[i] : 0 <= i < 9 }
validity: { A[i] -> A[j] : 0 <= i <= j < 9; B[i] -> B[i] : 0 <= i < 9; A[i] -> B[i] : 0 <= i < 9 }
proximity: { A[i] -> A[i] : 0 <= i < 9 }
conditional_validity: { [A[i] -> r[]] -> [A[j] -> w[]] : 0 <= i <= j < 9 and j <= i + 1;
                        [A[i] -> r[]] -> [B[i] -> w[]] : 0 <= i < 9 }
)");
    expect_equal(found.validity, "{ A[i] -> A[j] : 0 <= i < j < 9; A[i] -> B[i] : 0 <= i < 9 }");
    expect_equal(found.proximity, "{ A[i] -> A[i] : 0 <= i < 9 }");
    expect_equal(found.conditional_validity,
                 "{ [A[i] -> r[]] -> [A[i + 1] -> w[]] : 0 <= i < 8;"
                 "  [A[i] -> r[]] -> [B[i] -> w[]] : 0 <= i < 9 }");
}

TEST_F(ConstraintsFile, ReadsQuotedText)
{
    Constraints found = read(quoted);
    EXPECT_TRUE(found.domain.is_equal(
        isl::union_set(context.get(), "[n] -> { A[i] : 0 <= i < n; B[i] : 0 <= i < n }")));
    EXPECT_TRUE(found.context.is_equal(isl::set(context.get(), "[n] -> { : n >= 1 }")));
    expect_equal(found.validity, "[n] -> { A[i] -> B[i] : 0 <= i < n }");
    expect_equal(found.proximity, "[n] -> { A[i] -> A[i + 1] : 0 <= i < n - 1 }");
    expect_equal(found.coincidence, "[n] -> { B[i] -> B[i + 1] : 0 <= i < n - 1 }");
    expect_equal(found.condition, "[n] -> { [A[i] -> w[]] -> [B[i] -> r[]] : 0 <= i < n }");
    expect_equal(found.conditional_validity,
                 "[n] -> { [B[i] -> r[]] -> [A[j] -> w[]] : 0 <= i < j < n }");
}

TEST_F(ConstraintsFile, ReadsTextWithoutQuotesOverLines)
{
    Constraints found = read("# What it is for\n"
                             "domain: { A[i] : 0 <=\n"
                             "i <= 9 } # so many\n"
                             "\n"
                             "validity:\n"
                             "    { A[i] -> A[i + 1] : 0 <= i <= 3;\n"
                             "      A[i] -> A[i + 2] : 5 <= i <= 7 }\n");
    EXPECT_TRUE(found.domain.is_equal(isl::union_set(context.get(), "{ A[i] : 0 <= i <= 9 }")));
    expect_equal(found.validity,
                 "{ A[i] -> A[i + 1] : 0 <= i <= 3; A[i] -> A[i + 2] : 5 <= i <= 7 }");
}

TEST_F(ConstraintsFile, WhatIsNotGivenIsEmpty)
{
    Constraints found = read("domain: { A[] }");
    EXPECT_TRUE(found.context.is_equal(isl::set(context.get(), "{ : }")));
    for (const isl::union_map &relation : {found.validity, found.proximity, found.coincidence,
                                           found.condition, found.conditional_validity})
        EXPECT_TRUE(relation.is_empty());
}

TEST_F(ConstraintsFile, LeavesOutPairsOutsideOfTheDomain)
{
    Constraints found = read("domain: { A[i] : 0 <= i <= 3 }\n"
                             "validity: { A[i] -> A[i + 1]; A[i] -> B[i] }\n"
                             "condition: { [A[i] -> t[]] -> [A[i + 1] -> t[]] }\n"
                             "conditional_validity: { A[i] -> A[i + 2] }\n");
    expect_equal(found.validity, "{ A[i] -> A[i + 1] : 0 <= i <= 2 }");
    expect_equal(found.condition, "{ [A[i] -> t[]] -> [A[i + 1] -> t[]] : 0 <= i <= 2 }");
    expect_equal(found.conditional_validity, "{ A[i] -> A[i + 2] : 0 <= i <= 1 }");
}

TEST_F(ConstraintsFile, SaysWhereAnErrorIs)
{
    EXPECT_THAT(refusal(""), StartsWith("1: schedule constraints need a `domain`"));
    EXPECT_THAT(refusal("# nothing\n{ A[i] }\n"),
                StartsWith("2: schedule constraints begin with a key"));
    EXPECT_THAT(refusal("domain: { A[] }\nvaldity: { }\n"),
                StartsWith("2: `valdity` has no meaning in schedule constraints"));
    EXPECT_THAT(refusal("domain: { A[] }\n\ndomain: { B[] }\n"),
                StartsWith("3: `domain` stands twice"));
    EXPECT_THAT(refusal("domain: { A[] }\nvalidity: { A[] -> B[\n"),
                StartsWith("2: isl cannot read this `validity`"));
    EXPECT_THAT(refusal("domain: { A[i] -> B[i] }\n"), HasSubstr("`domain`"));
}

TEST_F(ConstraintsFile, ReadsWhatItWrites)
{
    Constraints first = read(quoted), second = read(to_yaml(first));
    EXPECT_EQ(to_yaml(first), to_yaml(second));
    EXPECT_TRUE(first.domain.is_equal(second.domain));
    EXPECT_TRUE(first.context.is_equal(second.context));
    EXPECT_TRUE(first.validity.is_equal(second.validity));
    EXPECT_TRUE(first.proximity.is_equal(second.proximity));
    EXPECT_TRUE(first.coincidence.is_equal(second.coincidence));
    EXPECT_TRUE(first.condition.is_equal(second.condition));
    EXPECT_TRUE(first.conditional_validity.is_equal(second.conditional_validity));
}

} // namespace
} // namespace espalier::dependence
