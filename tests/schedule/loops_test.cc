// Loops and their roles.

#include "espalier/schedule/loops.h"

#include "espalier/presburger/context.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::schedule {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LoopRoles : public testing::Test {
protected:
    static std::vector<LoopKind> kinds(const Tree &tree)
    {
        std::vector<LoopKind> result;
        for (const Loop &loop : loops_with_roles(tree))
            result.push_back(loop.role()->kind);
        return result;
    }

    presburger::Context context;
    const Tree tree = read_yaml(context.get(), R"(
domain: "[n] -> { A[i, j] : 0 <= i, j < n; B[i, j] : 0 <= i, j < n }"
child:
  schedule: "[{ A[i, j] -> [(i)]; B[i, j] -> [(i)] }]"
  roles: [ parallel ]
  child:
    sequence:
    - filter: "{ A[i, j] }"
      child:
        schedule: "[{ A[i, j] -> [(j)] }, { A[i, j] -> [(i + j)] }]"
        roles: [ sequential, vector ]
    - filter: "{ B[i, j] }"
      child:
        schedule: "[{ B[i, j] -> [(j)] }]"
        roles: [ strict_vector ]
)",
                                "");
};

TEST_F(LoopRoles, AreFoundFromTheTopDown)
{
    EXPECT_THAT(kinds(tree),
                ElementsAre(LoopKind::parallel, LoopKind::vector, LoopKind::strict_vector));
    EXPECT_EQ(count_loops(tree, LoopKind::vector), 1U);
    EXPECT_EQ(count_concurrent_loops(tree), 3U);
}

TEST_F(LoopRoles, KnowTheLoopsAroundThem)
{
    const std::vector<Loop> loops = loops_with_roles(tree);
    EXPECT_EQ(loops[0].depth(), 0U);
    EXPECT_FALSE(loops[0].around());
    EXPECT_TRUE(loops[0].relation_around().is_equal(isl::union_map(
        context.get(), "[n] -> { A[i, j] -> [] : 0 <= i, j < n; B[i, j] -> [] : 0 <= i, j < n }")));
    EXPECT_EQ(loops[1].depth(), 2U);
    EXPECT_EQ(loops[1].around()->member, 0U);
    EXPECT_TRUE(loops[1].relation_around().is_equal(
        isl::union_map(context.get(), "[n] -> { A[i, j] -> [i, j] : 0 <= i, j < n }")));
    EXPECT_EQ(loops[1].functions_around().size(), 2U);
    EXPECT_EQ(loops[2].around()->role(), loops[0].role());
}

TEST_F(LoopRoles, GetOtherRoles)
{
    const Tree changed = with_roles(tree, [](const Loop &loop) -> LoopRolePtr {
        return loop.depth() == 0 ? nullptr : loop_role(LoopKind::vector);
    });
    EXPECT_THAT(kinds(changed), ElementsAre(LoopKind::vector, LoopKind::vector));
    EXPECT_FALSE(is_equal(changed, tree));
    EXPECT_TRUE(is_equal(with_roles(tree, [](const Loop &loop) { return loop.role(); }), tree));
}

TEST_F(LoopRoles, MoveWithTheirMembers)
{
    const Cursor band = tree.root().descendant({0, 0, 0, 0});
    ASSERT_TRUE(band.is<Band>());
    EXPECT_EQ(permute(band, {1, 0}).as<Band>().members[0].kind(), LoopKind::vector);
    EXPECT_EQ(split(band, 1).child(0).as<Band>().members[0].kind(), LoopKind::vector);
    const Cursor tiles = tile(band, {8, 8});
    EXPECT_EQ(tiles.as<Band>().members[1].kind(), LoopKind::sequential);
    EXPECT_EQ(tiles.child(0).as<Band>().members[1].kind(), LoopKind::vector);
}

TEST_F(LoopRoles, AreWrittenAndReadWithTheirRoles)
{
    const std::string text = to_yaml(tree);
    EXPECT_THAT(text, HasSubstr("roles: [ sequential, vector ]"));
    EXPECT_TRUE(is_equal(read_yaml(context.get(), text, ""), tree));
}

} // namespace
} // namespace espalier::schedule
