#include "espalier/strategies/point_loops.h"

#include "espalier/dependence/violations.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/node.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/strides.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

/// Two statements in a permutable band of two members.
class PointLoops : public testing::Test {
protected:
    std::optional<schedule::Cursor> apart(const std::string &first, const std::string &second)
    {
        region = test::analyzed(
            test::extract_program(test::in_function("for (int i = 0; i < n; i++)\n"
                                                    "  for (int j = i; j < n; j++) {\n" +
                                                    first + ";\n" + second + ";\n}\n"),
                                  context));
        const program::Program &program = region->program;
        std::string one = program.statements.at(0).name(), other = program.statements.at(1).name();
        schedule::Band band(isl::multi_union_pw_aff(
            context.get(), "[{ " + one + "[i, j] -> [(i)]; " + other + "[i, j] -> [(i)] }, { " +
                               one + "[i, j] -> [(j)]; " + other + "[i, j] -> [(j)] }]"));
        band.is_permutable = true;
        for (schedule::Member &member : band.members)
            member.is_coincident = true;
        auto filter = [&](std::size_t statement) {
            return schedule::node(
                schedule::Filter{isl::union_set(program.statements[statement].domain)});
        };
        tree.emplace(
            schedule::node(schedule::Domain{region->constraints.domain},
                           schedule::node(band, schedule::sequence({filter(0), filter(1)}))));
        return with_strided_writes_apart(program, region->dependences, tree->root().child(0));
    }

    bool is_legal(const schedule::Cursor &changed) const
    {
        return dependence::violations(region->program, region->dependences, changed.tree()).empty();
    }

    presburger::Context context;
    std::optional<test::AnalyzedRegion> region;
    std::optional<schedule::Tree> tree;
};

TEST_F(PointLoops, AMirroredTriangleIsWrittenAlongItsRows)
{
    std::optional<schedule::Cursor> found = apart("A[i][j] /= 3", "A[j][i] = A[i][j]");
    ASSERT_TRUE(found);
    ASSERT_EQ(found->child_count(), 2U);
    EXPECT_TRUE(is_legal(*found));
    auto innermost_writes_in_order = [&](std::size_t child) {
        schedule::Cursor band = found->child(child).child(0);
        return members_without_write_jumps(region->program, band) == std::vector<std::size_t>{1};
    };
    EXPECT_TRUE(innermost_writes_in_order(0));
    EXPECT_TRUE(innermost_writes_in_order(1));
}

TEST_F(PointLoops, StayTogetherWhereAllWriteAlongRows)
{
    EXPECT_FALSE(apart("A[i][j] /= 3", "B[i][j] = A[i][j]"));
}

TEST_F(PointLoops, StayTogetherWhereAllWriteWithStrides)
{
    EXPECT_FALSE(apart("A[j][i] /= 3", "B[j][i] = A[i][j]"));
}

TEST_F(PointLoops, StayTogetherWhereTheFirstDependsOnTheLast)
{
    EXPECT_FALSE(apart("A[i][j] = B[j][i - 1 + (i == 0)]", "B[j][i] = A[i][j]"));
}

TEST_F(PointLoops, AnyMemberCanBeInnermost)
{
    apart("A[i][j] /= 3", "B[i][j] = A[i][j]");
    schedule::Cursor turned = with_innermost(tree->root().child(0), 0);
    isl::union_set all = region->constraints.domain;
    EXPECT_TRUE(is_legal(turned));
    EXPECT_FALSE(
        schedule::precedes(turned.tree(), all, all).is_equal(schedule::precedes(*tree, all, all)));
}

/// What a transposition reads or writes jumps in either loop: it is to be what it reads.
TEST(Strides, ATranspositionWritesAlongRows)
{
    presburger::Context context;
    test::AnalyzedRegion region = test::analyzed(test::extract_program(
        test::in_function("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)\n"
                          "  A[j][i] = B[i][j];"),
        context));
    std::string name = region.program.statements.at(0).name();
    schedule::Band band(isl::multi_union_pw_aff(
        context.get(), "[{ " + name + "[i, j] -> [(i)] }, { " + name + "[i, j] -> [(j)] }]"));
    for (schedule::Member &member : band.members)
        member.is_coincident = true;
    schedule::Tree tree(
        schedule::node(schedule::Domain{region.constraints.domain}, schedule::node(band)));
    EXPECT_EQ(best_innermost_member(region.program, tree.root().child(0)), 0U);
}

} // namespace
} // namespace espalier::strategies
