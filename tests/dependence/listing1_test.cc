// The running example of Live-Range Reordering (2016): relations (5) to (9), modulo the instance
// set.

#include "espalier/dependence/constraints.h"
#include "espalier/dependence/violations.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::dependence {
namespace {

const char *const listing1 = R"(
void f(int n, int A[restrict static n][n], int B[restrict static n][n], int C[restrict static n][n])
{
    int t[2 * n - 1];

#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S1:         t[i + j] = A[i][j];
S2:         C[i][j] = t[i + j];
        }

    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S3:         t[i + j] = B[i][j];
S4:         C[j][i] += t[i + j];
        }
#pragma endscop
}
)";

class Listing1 : public testing::Test {
protected:
    Listing1()
        : program(test::extract_program(listing1, context)),
          dependences(analyze(program, schedule::original_schedule(program)))
    {
    }

    /// A relation of the paper, restricted to the instances.
    isl::union_map expected(const std::string &text) const
    {
        isl::union_set domain = program::instances_without_kills(program);
        return isl::union_map(context.get(), text).intersect_domain(domain).intersect_range(domain);
    }

    void expect_equal(const isl::union_map &found, const isl::union_map &expected) const
    {
        isl::union_set domain = program::instances_without_kills(program);
        isl::union_map inner = found.intersect_domain(domain).intersect_range(domain);
        EXPECT_TRUE(inner.is_equal(expected)) << "found " << presburger::to_string(inner)
                                              << "\nexpected " << presburger::to_string(expected);
    }

    presburger::Context context;
    program::Program program;
    Dependences dependences;
};

TEST_F(Listing1, FlowIsRelation5)
{
    expect_equal(untagged(dependences.flow),
                 expected("[n] -> { S1[i, j] -> S2[i, j]; S3[i, j] -> S4[i, j]; "
                          "S2[i, j] -> S4[j, i] }"));
}

TEST_F(Listing1, FalseDependencesAreRelations7And8)
{
    expect_equal(untagged(dependences.false_dependences()),
                 expected("[n] -> { S2[i, 0] -> S3[0, i]; S2[n - 1, j] -> S3[j, n - 1]; "
                          "S2[i, j] -> S1[i + 1, j - 1]; S4[i, j] -> S3[i + 1, j - 1]; "
                          "S2[i, j] -> S4[j, i]; "
                          "S1[i, 0] -> S3[0, i]; S1[n - 1, j] -> S3[j, n - 1]; "
                          "S1[i, j] -> S1[i + 1, j - 1]; S3[i, j] -> S3[i + 1, j - 1] }"));
}

TEST_F(Listing1, LiveInAreTheReadsOfTheArguments)
{
    isl::union_set readers = dependences.live_in.domain().unwrap().domain();
    EXPECT_TRUE(readers.is_equal(isl::union_set(context.get(), "[n] -> { S1[i, j]; S3[i, j] }")
                                     .intersect(program::instances_without_kills(program))));
}

TEST_F(Listing1, OnlyTheLastWritesOfCAreLiveOut)
{
    // `t` is dead after the function's last use, so that relation (9) has no term for it.
    EXPECT_TRUE(dependences.live_out.domain().unwrap().domain().is_equal(
        isl::union_set(context.get(), "[n] -> { S4[i, j] }")
            .intersect(program::instances_without_kills(program))));
}

/// Both nests fused, the first one interchanged, with the statements of an iteration in this order.
std::string fused(const std::string &first, const std::string &second, const std::string &third)
{
    auto filter = [](const std::string &name) {
        return "{ filter: \"{ " + name + "[i, j] }\" }, ";
    };
    return "{ domain: \"[n] -> { S1[i, j] : 0 <= i, j < n; S2[i, j] : 0 <= i, j < n; "
           "S3[i, j] : 0 <= i, j < n; S4[i, j] : 0 <= i, j < n }\", child: { schedule: "
           "\"[{ S1[i, j] -> [(j)]; S2[i, j] -> [(j)]; S3[i, j] -> [(i)]; S4[i, j] -> [(i)] }, "
           "{ S1[i, j] -> [(i)]; S2[i, j] -> [(i)]; S3[i, j] -> [(j)]; S4[i, j] -> [(j)] }]\", "
           "child: { sequence: [ " +
           filter(first) + filter(second) + filter(third) + "{ filter: \"{ S4[i, j] }\" } ] } } }";
}

TEST_F(Listing1, AReorderingOfLiveRangesPreservesTheDataflow)
{
    schedule::Tree order = schedule::read_yaml(context.get(), fused("S1", "S2", "S3"), "");
    EXPECT_TRUE(violations(program, dependences, order).empty());
}

TEST_F(Listing1, OverlappingLiveRangesDoNot)
{
    schedule::Tree order = schedule::read_yaml(context.get(), fused("S1", "S3", "S2"), "");
    EXPECT_FALSE(violations(program, dependences, order).empty());
}

TEST_F(Listing1, FlowIsValidityAndOrderIsConditional)
{
    Constraints given = constraints(program, dependences, true);
    EXPECT_TRUE(untagged(dependences.flow).is_subset(given.validity));
    EXPECT_TRUE(given.condition.is_equal(dependences.flow));
    EXPECT_FALSE(given.conditional_validity.is_empty());
    Constraints without = constraints(program, dependences, false);
    EXPECT_TRUE(without.conditional_validity.is_empty());
    EXPECT_TRUE(untagged(dependences.flow).is_subset(without.validity));
}

} // namespace
} // namespace espalier::dependence
