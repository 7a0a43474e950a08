// Moving through trees, and what edits share with the tree before them.

#include "espalier/schedule/cursor.h"

#include "espalier/presburger/context.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/yaml.h"

#include <gtest/gtest.h>

namespace espalier::schedule {
namespace {

class Cursors : public testing::Test {
protected:
    presburger::Context context;
    Tree tree = read_yaml(context.get(), R"(
domain: "{ A[i, j] : 0 <= i, j < 9; B[i] : 0 <= i < 9 }"
child:
  schedule: "[{ A[i, j] -> [(i)]; B[i] -> [(i)] }]"
  child:
    sequence:
    - filter: "{ A[i, j] }"
      child:
        schedule: "[{ A[i, j] -> [(j)] }]"
    - filter: "{ B[i] }"
)",
                          "");
};

TEST_F(Cursors, StepDownAndUp)
{
    Cursor leaf = tree.root().descendant({0, 0, 0, 0, 0});
    EXPECT_TRUE(leaf.is<Leaf>());
    EXPECT_EQ(leaf.depth(), 5U);
    EXPECT_EQ(leaf.schedule_depth(), 2U);
    EXPECT_EQ(leaf.path(), (std::vector<std::size_t>{0, 0, 0, 0, 0}));
    EXPECT_EQ(leaf.ancestor(3).type(), NodeType::sequence);
    EXPECT_EQ(leaf.ancestor(3).schedule_depth(), 1U);
    EXPECT_EQ(leaf.ancestor(5).node_ptr(), tree.node_ptr());
    EXPECT_EQ(describe(leaf.parent()), "the band node at 0.0.0.0");
    EXPECT_EQ(describe(tree.root()), "the domain node at the root");
}

TEST_F(Cursors, EditsLeaveTheOldTreeAndShareTheRest)
{
    Cursor second = tree.root().descendant({0, 0, 1, 0});
    Tree edited = insert_mark(second, "here").tree();
    EXPECT_TRUE(tree.root().descendant({0, 0, 1, 0}).is<Leaf>());
    EXPECT_TRUE(edited.root().descendant({0, 0, 1, 0}).is<Mark>());
    EXPECT_EQ(edited.root().descendant({0, 0, 0}).node_ptr(),
              tree.root().descendant({0, 0, 0}).node_ptr());
    EXPECT_EQ(second.tree().node_ptr(), tree.node_ptr());
}

TEST_F(Cursors, SeveralEditsAddUp)
{
    Cursor inner = tile(tree.root().descendant({0, 0, 0, 0}), {4});
    Cursor outer = tile(inner.ancestor(3), {2});
    Tree edited = insert_mark(outer, "tiles").tree();
    EXPECT_EQ(edited.root().child(0).as<Mark>().name, "tiles");
    EXPECT_EQ(edited.root().descendant({0, 0, 0, 0, 0, 0, 0, 0}).schedule_depth(), 4U);
}

TEST_F(Cursors, SharedAncestors)
{
    Cursor first = tree.root().descendant({0, 0, 0, 0}), second = tree.root().descendant({0, 0, 1});
    EXPECT_TRUE(shared_ancestor(first, second).is<Sequence>());
    EXPECT_TRUE(shared_ancestor(first, first.parent()).is<Filter>());
    EXPECT_EQ(shared_ancestor(second, second).path(), second.path());
    EXPECT_TRUE(shared_ancestor(tree.root(), first).is<Domain>());
}

} // namespace
} // namespace espalier::schedule
