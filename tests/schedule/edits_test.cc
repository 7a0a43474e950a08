// Each edit on a small tree, as its comment pictures it, and each reason for which one is refused.
// That the order of instances is what the definition says is for edits_property_test.cc.

#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/group.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/normal_form.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/text.h"
#include "espalier/schedule/validity.h"
#include "espalier/schedule/yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::schedule {
namespace {

using testing::HasSubstr;

class Edits : public testing::Test {
protected:
    Tree read(const std::string &yaml) const { return read_yaml(context.get(), yaml, "test.st"); }

    isl::union_set instances(const char *text) const { return isl::union_set(context.get(), text); }

    isl::multi_union_pw_aff functions(const char *text) const
    {
        return isl::multi_union_pw_aff(context.get(), text);
    }

    /// A(i, j) under a permutable band of two members.
    Cursor band() const
    {
        return read(R"(
domain: "{ A[i, j] : 0 <= i, j < 100 }"
child:
  schedule: "[{ A[i, j] -> [(i)] }, { A[i, j] -> [(j)] }]"
  permutable: 1
  coincident: [ 1, 0 ]
)")
            .root()
            .child(0);
    }

    /// Two loops, one after the other; at the sequence.
    Cursor loops(const std::string &kind = "sequence") const
    {
        return read("domain: \"{ A[i] : 0 <= i < 9; B[i] : 0 <= i < 9 }\"\n"
                    "child:\n"
                    "  " +
                    kind +
                    ":\n"
                    "  - filter: \"{ A[i] }\"\n"
                    "    child:\n"
                    "      schedule: \"[{ A[i] -> [(i)] }]\"\n"
                    "      coincident: [ 1 ]\n"
                    "  - filter: \"{ B[i] }\"\n"
                    "    child:\n"
                    "      schedule: \"[{ B[i] -> [(i + 1)] }]\"\n"
                    "      coincident: [ 1 ]\n")
            .root()
            .child(0);
    }

    template <class Edit>
    void expect_refusal(Edit edit, const char *reason,
                        DiagnosticKind kind = DiagnosticKind::impossible_edit) const
    {
        try {
            edit();
            ADD_FAILURE() << "not refused: " << reason;
        } catch (const Error &error) {
            EXPECT_EQ(error.diagnostic().kind, kind);
            EXPECT_EQ(error.fault(), Fault::input);
            EXPECT_THAT(error.diagnostic().message, HasSubstr(reason));
        }
    }

    presburger::Context context;
};

TEST_F(Edits, TileMakesTileLoopsOverPointLoops)
{
    EXPECT_EQ(to_text(tile(band(), {32, 8}).tree()),
              R"(domain { A[i, j] : 0 <= i <= 99 and 0 <= j <= 99 }
  band A[i, j] -> (i - i mod 32, j - j mod 8)  permutable, coincident (1, -)
    band A[i, j] -> (i, j)  permutable, coincident (1, -)
)");
    EXPECT_EQ(
        to_text(
            tile(band(), {32, 8}, {.scale_tile_loops = false, .shift_point_loops = true}).tree()),
        R"(domain { A[i, j] : 0 <= i <= 99 and 0 <= j <= 99 }
  band A[i, j] -> (floor(i/32), floor(j/8))  permutable, coincident (1, -)
    band A[i, j] -> (i mod 32, j mod 8)  permutable, coincident (1, -)
)");
}

TEST_F(Edits, TileMovesAnIsolationToThePointLoops)
{
    Cursor isolated = with_isolation(band(), isl::map(context.get(), "{ [] -> [i, j] : i >= 50 }"));
    isolated = with_isolated_option(isolated, 1, LoopOption::unroll);
    Cursor unshifted = tile(isolated, {10, 10}).child(0);
    EXPECT_TRUE(unshifted.as<Band>().isolation->is_equal(
        isl::map(context.get(), "{ [a, b] -> [i, j] : i >= 50 }")));
    Cursor shifted = tile(isolated, {10, 10}, {.shift_point_loops = true}).child(0);
    EXPECT_TRUE(shifted.as<Band>().isolation->is_equal(
        isl::map(context.get(), "{ [a, b] -> [i, j] : a + i >= 50 }")));
    Cursor counted =
        tile(isolated, {10, 10}, {.scale_tile_loops = false, .shift_point_loops = true}).child(0);
    EXPECT_TRUE(counted.as<Band>().isolation->is_equal(
        isl::map(context.get(), "{ [a, b] -> [i, j] : 10a + i >= 50 }")));
    EXPECT_EQ(counted.as<Band>().members[1].isolated_option, LoopOption::unroll);
    check_validity(counted.tree().root());
}

TEST_F(Edits, SplitAndCombineAreOpposites)
{
    Cursor halves = split(band(), 1);
    EXPECT_EQ(to_text(halves.tree()), R"(domain { A[i, j] : 0 <= i <= 99 and 0 <= j <= 99 }
  band A[i, j] -> (i)  permutable, coincident (1)
    band A[i, j] -> (j)  permutable
)");
    Cursor whole = with_permutable(combine(halves), true);
    EXPECT_TRUE(is_equal(whole.tree(), band().tree()));
}

TEST_F(Edits, SplitGivesBothBandsTheirPartOfTheIsolation)
{
    Cursor isolated = with_isolation(
        band(), isl::map(context.get(), "{ [] -> [i, j] : i <= j <= 50 and 0 <= i }"));
    Cursor outer = split(isolated, 1);
    EXPECT_TRUE(outer.as<Band>().isolation->is_equal(
        isl::map(context.get(), "{ [] -> [i] : 0 <= i <= 50 }")));
    EXPECT_TRUE(outer.child(0).as<Band>().isolation->is_equal(
        isl::map(context.get(), "{ [i] -> [j] : i <= j <= 50 and 0 <= i }")));
}

TEST_F(Edits, PermuteTakesPropertiesAlong)
{
    Cursor isolated = with_option(band(), 0, LoopOption::atomic);
    isolated = with_isolation(isolated, isl::map(context.get(), "{ [] -> [i, j] : i >= 50 }"));
    EXPECT_EQ(to_text(permute(isolated, {1, 0}).tree()),
              R"(domain { A[i, j] : 0 <= i <= 99 and 0 <= j <= 99 }
  band A[i, j] -> (j, i)  permutable, coincident (-, 1), atomic (1)
       isolate { [] -> [o0, o1] : o1 >= 50 }
)");
}

TEST_F(Edits, AnOptionMayBeSetEverywhere)
{
    Cursor outer = split(band(), 1);
    Tree tree = with_option_everywhere(outer.tree(), LoopOption::separate);
    for (Cursor node = tree.root().child(0); node.is<Band>(); node = node.child(0)) {
        EXPECT_EQ(node.as<Band>().members[0].option, LoopOption::separate);
        EXPECT_EQ(node.as<Band>().members[0].isolated_option, LoopOption::separate);
    }
}

TEST_F(Edits, ApplySkews)
{
    isl::multi_pw_aff skew(context.get(), "{ [i, j] -> [(i + j), (j)] }");
    EXPECT_EQ(to_text(apply(band(), skew).tree()),
              R"(domain { A[i, j] : 0 <= i <= 99 and 0 <= j <= 99 }
  band A[i, j] -> (i + j, j)
)");
}

TEST_F(Edits, FuseIsFigure3)
{
    Cursor fused = fuse(loops(), 0, 1);
    EXPECT_EQ(to_text(fused.tree()), R"(domain { A[i] : 0 <= i <= 8;
         B[i] : 0 <= i <= 8 }
  sequence
    filter { A[i]; B[i] }
      band A[i] -> (i)
           B[i] -> (1 + i)
        sequence
          filter { A[i] }
          filter { B[i] }
)");
    EXPECT_TRUE(fused.is<Band>());
    EXPECT_EQ(to_text(normal_form(fuse(loops("set"), 0, 1).tree())), R"(domain { A[i] : 0 <= i <= 8;
         B[i] : 0 <= i <= 8 }
  band A[i] -> (i)
       B[i] -> (1 + i)
    sequence
      filter { A[i] }
      filter { B[i] }
)");
}

TEST_F(Edits, OrderIsFigure4)
{
    Cursor ordered = order(band(), instances("{ A[i, j] : i + j < 10 }"),
                           instances("{ A[i, j] : i + j >= 10 }"));
    EXPECT_EQ(to_text(ordered.tree()), R"(domain { A[i, j] : 0 <= i <= 99 and 0 <= j <= 99 }
  sequence
    filter { A[i, j] : j <= 9 - i }
      band A[i, j] -> (i, j)  permutable, coincident (1, -)
    filter { A[i, j] : j >= 10 - i }
      band A[i, j] -> (i, j)  permutable, coincident (1, -)
)");
    EXPECT_EQ(ordered.child(0).node().child(0), ordered.child(1).node().child(0));
}

TEST_F(Edits, SinkMovesABandToTheLeaves)
{
    Cursor sequence = read(R"(
domain: "{ A[i, j] : 0 <= i, j < 9; B[i] : 0 <= i < 9 }"
child:
  schedule: "[{ A[i, j] -> [(i)]; B[i] -> [(i)] }]"
  child:
    sequence:
    - filter: "{ A[i, j] }"
      child:
        schedule: "[{ A[i, j] -> [(j)] }]"
    - filter: "{ B[i] }"
)")
                          .root()
                          .child(0);
    EXPECT_EQ(to_text(sink(sequence).tree()), R"(domain { A[i, j] : 0 <= i <= 8 and 0 <= j <= 8;
         B[i] : 0 <= i <= 8 }
  sequence
    filter { A[i, j] }
      band A[i, j] -> (j)
        band A[i, j] -> (i)
    filter { B[i] }
      band B[i] -> (i)
)");
    EXPECT_EQ(to_text(distribute(sequence).tree()),
              R"(domain { A[i, j] : 0 <= i <= 8 and 0 <= j <= 8;
         B[i] : 0 <= i <= 8 }
  sequence
    filter { A[i, j] }
      band A[i, j] -> (i)
        band A[i, j] -> (j)
    filter { B[i] }
      band B[i] -> (i)
)");
}

TEST_F(Edits, GroupMakesInstancesOne)
{
    Cursor inner = split(band(), 1).child(0);
    Cursor grouped = group(inner, "row");
    EXPECT_TRUE(grouped.is<Expansion>());
    EXPECT_EQ(to_text(grouped.tree()), R"(domain { row[i0] : 0 <= i0 <= 99 }
  band row[i0] -> (i0)  permutable, coincident (1)
    expansion { row[i0] -> A[i = i0, j] : 0 <= i0 <= 99 and 0 <= j <= 99 }
              contraction { A[i, j] -> row[i] }
      band A[i, j] -> (j)  permutable
)");
    check_validity(grouped.tree().root());
}

TEST_F(Edits, BandEditsSayWhyTheyDoNotApply)
{
    Cursor root = band().parent();
    expect_refusal([&] { tile(root, {1}); }, "the domain node at the root: this edit needs a band");
    expect_refusal([&] { tile(band(), {32}); }, "there are 1 tile sizes for 2 members");
    expect_refusal([&] { tile(band(), {32, 0}); }, "0 is no tile size");
    expect_refusal([&] { tile(band(), {32, -4}); }, "-4 is no tile size");
    expect_refusal([&] { split(band(), 0); }, "cannot be split before member 0");
    expect_refusal([&] { split(band(), 2); }, "cannot be split before member 2");
    expect_refusal([&] { combine(band()); }, "no band right below, but a leaf node");
    expect_refusal([&] { permute(band(), {0, 0}); }, "[0, 0] is no order of 2 members");
    expect_refusal([&] { distribute(band()); }, "no sequence or set right below, but a leaf node");
    expect_refusal([&] { with_coincident(band(), 2, true); }, "there is no member 2 among 2");
    isl::multi_pw_aff one(context.get(), "{ [i] -> [(i)] }");
    expect_refusal([&] { apply(band(), one); }, "takes 1 values, the band has 2 members");
    isl::multi_pw_aff partial(context.get(), "{ [i, j] -> [(i) : j > 0] }");
    expect_refusal([&] { apply(band(), partial); }, "member 0 has no value for A[",
                   DiagnosticKind::invalid_schedule_tree);
    expect_refusal([&] { with_isolation(band(), isl::map(context.get(), "{ [t] -> [i, j] }")); },
                   "the isolation is about 1 outer dimensions and 2 members; there are 0 and 2",
                   DiagnosticKind::invalid_schedule_tree);
}

TEST_F(Edits, BandsAboveNodesThatReferToThemStay)
{
    Cursor anchored =
        insert_context(band().child(0), isl::set(context.get(), "{ [i, j] : i >= 0 }")).parent();
    const char *reason = "a node below refers to schedule dimensions";
    expect_refusal([&] { tile(anchored, {4, 4}); }, reason);
    expect_refusal([&] { permute(anchored, {1, 0}); }, reason);
    expect_refusal([&] { sink(anchored); }, reason);
    expect_refusal([&] { remove(anchored); }, reason);
    expect_refusal([&] { insert_band(anchored, functions("[{ A[i, j] -> [(0)] }]")); }, reason);
    expect_refusal(
        [&] { apply(anchored, isl::multi_pw_aff(context.get(), "{ [i, j] -> [(j), (i)] }")); },
        reason);
    EXPECT_TRUE(split(anchored, 1).is<Band>());
}

TEST_F(Edits, IsolatedBandsAreNotCombinedTransformedOrSunk)
{
    Cursor isolated = with_isolation(band(), isl::map(context.get(), "{ [] -> [i, j] : i > 3 }"));
    EXPECT_TRUE(combine(split(isolated, 1))
                    .as<Band>()
                    .isolation->is_equal(isl::map(context.get(), "{ [] -> [i, j] : i > 3 }")));
    Cursor other = with_isolation(split(isolated, 1).child(0),
                                  isl::map(context.get(), "{ [i] -> [j] : i > 4 }"))
                       .parent();
    expect_refusal([&] { combine(other); }, "the isolation of the inner band is not within");
    Cursor half =
        with_isolation(split(band(), 1), isl::map(context.get(), "{ [] -> [i] : i > 4 }"));
    expect_refusal([&] { combine(half); }, "one of the bands has an isolation");
    expect_refusal([&] { sink(isolated); }, "the isolation refers to the outer bands");
    isl::multi_pw_aff swap(context.get(), "{ [i, j] -> [(j), (i)] }");
    expect_refusal([&] { apply(isolated, swap); }, "with an isolation, cannot be transformed");
}

TEST_F(Edits, SinkNeedsValuesForAllInstancesBelow)
{
    Cursor extended = read(R"(
domain: "{ A[i] : 0 <= i < 9 }"
child:
  schedule: "[{ A[i] -> [(i)] }]"
  child:
    sequence:
    - filter: "{ A[i] }"
)")
                          .root()
                          .child(0);
    Cursor below = extended.child(0).child(0).child(0);
    Cursor added = below.grafted(node(Extension{isl::union_map(context.get(), "{ [i] -> B[] }")}));
    expect_refusal([&] { sink(added.ancestor(3)); }, "refers to schedule dimensions");
}

TEST_F(Edits, OrderEditsSayWhyTheyDoNotApply)
{
    expect_refusal([&] { fuse(band(), 0, 1); }, "this edit needs a sequence or a set");
    expect_refusal([&] { fuse(loops(), 1, 0); },
                   "children 1 and 0 are not neighbours in this order");
    expect_refusal([&] { fuse(loops(), 1, 2); }, "there is no child 2 among 2");
    expect_refusal([&] { reorder(loops(), {0}); }, "[0] is no order of 2 children");
    expect_refusal([&] { set_to_sequence(loops()); }, "this edit needs a set");
    expect_refusal([&] { sequence_to_set(loops("set")); }, "this edit needs a sequence");
    Cursor cut_loop = cut(loops().child(1).child(0)).ancestor(2);
    expect_refusal([&] { fuse(cut_loop, 0, 1); },
                   "child 1 has no band right below its filter, but a leaf node");
}

TEST_F(Edits, FuseNeedsBandsOfOneKind)
{
    Cursor tiled = combine(tile(loops().child(1).child(0), {4})).ancestor(2);
    expect_refusal([&] { fuse(tiled, 0, 1); }, "bands with 1 and 2 members cannot be fused");
    Cursor isolated =
        with_isolation(loops().child(1).child(0), isl::map(context.get(), "{ [] -> [i] : i > 3 }"))
            .ancestor(2);
    expect_refusal([&] { fuse(isolated, 0, 1); }, "bands with different isolations");
}

TEST_F(Edits, OrderNeedsAPartition)
{
    auto invalid = DiagnosticKind::invalid_schedule_tree;
    expect_refusal(
        [&] { order(band(), instances("{ A[i, j] : i < 9 }"), instances("{ A[i, j] : i > 9 }")); },
        "no child has A[9,", invalid);
    expect_refusal(
        [&] {
            order(band(), instances("{ A[i, j] : i <= 9 }"), instances("{ A[i, j] : i >= 9 }"));
        },
        "child 1 has A[9,", invalid);
}

TEST_F(Edits, InsertionsKeepToTheRules)
{
    Cursor root = band().parent();
    Cursor child = loops().child(0);
    expect_refusal([&] { insert_mark(root, "a"); }, "nothing can stand above the domain node");
    expect_refusal([&] { insert_mark(child, "a"); },
                   "a child of a sequence or set has to be a filter; edit below it");
    expect_refusal([&] { remove(child); }, "a child of a sequence or set has to be a filter");
    expect_refusal([&] { cut(root); }, "nothing can stand above the domain node");
    expect_refusal([&] { remove(loops()); }, "only a node with one child can be removed");
    auto invalid = DiagnosticKind::invalid_schedule_tree;
    expect_refusal([&] { insert_mark(band(), "a\"b"); }, "a mark needs a name without quotes",
                   invalid);
    expect_refusal([&] { insert_filter(band(), instances("[n] -> { A[i, j] : i < n }")); },
                   "the symbolic constant n is used", invalid);
    expect_refusal([&] { insert_context(band().child(0), isl::set(context.get(), "{ [i] }")); },
                   "about 1 schedule dimensions; there are 2", invalid);
    expect_refusal([&] { insert_band(band(), functions("[{ A[i, j] -> [(i)] : i > 0 }]")); },
                   "member 0 has no value for A[0,", invalid);
    expect_refusal(
        [&] { insert_extension(band(), isl::union_map(context.get(), "{ [] -> B[] }")); },
        "member 0 has no value for B[], which reaches the band", invalid);
    expect_refusal([&] { insert_domain(band().node_ptr(), instances("{ B[] }")); },
                   "member 0 has no value for B[]", invalid);
}

TEST_F(Edits, RemovingAFilterMayUncoverInstances)
{
    Cursor filtered = insert_filter(band(), instances("{ A[i, j] : i > 3 }"));
    Cursor copies = insert_sequence(filtered.child(0), {instances("{ A[i, j] : i > 3 }")}).parent();
    expect_refusal([&] { remove(copies); }, "no child has A[0,",
                   DiagnosticKind::invalid_schedule_tree);
    EXPECT_TRUE(is_equal(remove(filtered).tree(), band().tree()));
}

TEST_F(Edits, CopiesOfExtensionsAreRefused)
{
    Cursor extended = read(R"(
domain: "{ A[i] : 0 <= i < 9 }"
child:
  extension: "{ [] -> B[] }"
  child:
    sequence:
    - filter: "{ B[] }"
    - filter: "{ A[i] }"
)")
                          .root()
                          .child(0);
    auto first = instances("{ A[i] : i < 4 }"), second = instances("{ A[i] : i >= 4 }");
    const char *reason = "each copy of the subtree would execute what the extension in it adds";
    expect_refusal([&] { order(extended, first, second); }, reason);
    expect_refusal([&] { insert_set(extended, {first, second}); }, reason);
    expect_refusal([&] { group(extended, "B"); }, "there is a statement B already");
}

TEST_F(Edits, GroupsDoNotMoveConstantsAboveTheirContext)
{
    Cursor mapped = insert_context(band(), isl::set(context.get(), "[b] -> { : 0 <= b < 4 }"));
    Cursor filtered =
        insert_filter(mapped.child(0), instances("[b] -> { A[i, j] : i mod 4 = b }")).child(0);
    expect_refusal([&] { group(filtered, "G"); },
                   "depends on b, which a context below the domain introduces");
    EXPECT_TRUE(group(mapped, "G").is<Expansion>());
}

TEST_F(Edits, AnyTwoChildrenOfASetCanBeFused)
{
    Cursor fused = fuse(loops("set"), 1, 0);
    EXPECT_TRUE(fused.child(0).child(0).as<Filter>().instances.is_equal(instances("{ B[i] }")));
    EXPECT_EQ(fused.parent().parent().child_count(), 1U);
}

TEST_F(Edits, ClaimsThatMayNoLongerHoldAreDropped)
{
    Cursor nested = with_coincident(split(band(), 1).child(0), 0, true).parent();
    EXPECT_TRUE(combine(nested).as<Band>().members[0].is_coincident);
    EXPECT_FALSE(combine(nested).as<Band>().members[1].is_coincident);
    EXPECT_FALSE(sink(nested).as<Band>().is_permutable);
    EXPECT_TRUE(sink(nested).child(0).as<Band>().is_permutable);
    EXPECT_FALSE(remove(nested).as<Band>().members[0].is_coincident);
    isl::multi_pw_aff shift(context.get(), "{ [i] -> [(i + 1)] }");
    isl::multi_pw_aff strips(context.get(), "{ [i] -> [(floor(i/4))] }");
    EXPECT_TRUE(apply(nested, shift).child(0).as<Band>().is_permutable);
    EXPECT_FALSE(apply(nested, strips).child(0).as<Band>().is_permutable);
}

TEST_F(Edits, GroupNeedsANewNameAndAPlainPath)
{
    expect_refusal([&] { group(band(), "two words"); }, "`two words` cannot be the name");
    expect_refusal([&] { group(band(), "A"); }, "there is a statement A already");
    expect_refusal([&] { group(loops().child(0), "G"); }, "group below them");
    Cursor nothing = insert_filter(band(), instances("{ B[] }"));
    expect_refusal([&] { group(nothing.child(0), "G"); }, "no instance reaches the node");
    Cursor grouped = group(band(), "G");
    expect_refusal([&] { group(grouped.child(0), "H"); },
                   "the expansion node at 0: instances below this node cannot be grouped");
}

} // namespace
} // namespace espalier::schedule
