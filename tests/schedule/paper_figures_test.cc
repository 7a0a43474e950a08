// The figures of the papers as trees: figure 5 of Schedule Trees (2014), figures 5 and 6 of
// Polyhedral AST Generation (2015). Figures 1 and 2 stand with the conversions that they are about,
// figures 3 and 4 with the edits (edits_test.cc).

#include "espalier/presburger/print.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/text.h"
#include "espalier/schedule/validity.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/isl_tree.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>
#include <isl/schedule.h>

namespace espalier::schedule {
namespace {

class PaperFigures : public testing::Test {
protected:
    isl::union_set instances(const std::string &text) const
    {
        return isl::union_set(context.get(), text);
    }

    presburger::Context context;
};

/// Figure 3 of Polyhedral AST Generation.
constexpr const char *example_program = R"(
void example(int n, double *restrict s, double *restrict b, double a[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; ++i) {
        s[i] = 0;
        for (int j = 0; j < i; ++j)
            s[i] = s[i] + a[j][i] * b[j];
        b[i] = b[i] - s[i];
    }
#pragma endscop
}
)";

TEST_F(PaperFigures, AstGeneration5IsTheOriginalScheduleOfFigure3)
{
    Tree tree = original_schedule(test::extract_program(example_program, context));
    EXPECT_EQ(to_text(tree), R"(domain [n] -> { S0[i] : 0 <= i < n;
                S1[i, j] : i < n and 0 <= j < i;
                S2[i] : 0 <= i < n }
  band S0[i]    -> (i)
       S1[i, j] -> (i)
       S2[i]    -> (i)
    sequence
      filter { S0[i] }
      filter { S1[i, j] }
        band S1[i, j] -> (j)
      filter { S2[i] }
)");
    // Relation (2) of the paper.
    isl::union_map order(context.get(), "[n] -> { S0[i] -> [i, 0, 0]; S1[i, j] -> [i, 1, j]; "
                                        "S2[i] -> [i, 2, 0] }");
    EXPECT_TRUE(schedule_relation(tree).is_equal(order.intersect_domain(tree.domain())));
}

/// { S1, S2, S3 } of figure 3 in the order of relation (3).
NodePtr figure6(isl::ctx ctx)
{
    auto functions = [&](const char *text) { return isl::multi_union_pw_aff(ctx, text); };
    auto filter = [&](const char *text, NodePtr child) {
        return node(Filter{isl::union_set(ctx, text)}, std::move(child));
    };
    NodePtr inner = node(Band(functions("[{ S2[i, j] -> [(j)] }]")));
    NodePtr fused = node(Band(functions("[{ S2[i, j] -> [(i)]; S3[i] -> [(i + 1)] }]")),
                         sequence({filter("{ S3[i] }", leaf()), filter("{ S2[i, j] }", inner)}));
    return sequence({filter("{ S1[i] }", node(Band(functions("[{ S1[i] -> [(i)] }]")))),
                     filter("{ S2[i, j]; S3[i] }", fused)});
}

TEST_F(PaperFigures, AstGeneration6IsRelation3)
{
    isl::union_set domain = instances("[n] -> { S1[i] : 0 <= i < n; S2[i, j] : 0 <= j < i < n; "
                                      "S3[i] : 0 <= i < n }");
    Tree tree = insert_domain(figure6(context.get()), domain);
    isl::union_map order(context.get(), "[n] -> { S1[i] -> [0, i, 0, 0]; S2[i, j] -> [1, i, 1, j]; "
                                        "S3[i] -> [1, i + 1, 0, 0] }");
    EXPECT_TRUE(schedule_relation(tree).is_equal(order.intersect_domain(domain)))
        << presburger::to_string(schedule_relation(tree));
    isl::schedule isl_tree = test::to_isl(tree);
    EXPECT_TRUE(isl_tree.map().intersect_domain(domain).is_equal(schedule_relation(tree)));
}

/// The GPU tree for a matrix transpose, made from the schedule of the program by edits as
/// section 5.2 of the paper describes.
class GpuTranspose : public PaperFigures {
protected:
    Tree original() const
    {
        isl::union_set domain = instances("[n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }");
        Cursor top = Tree::from_domain(domain).root().child(0);
        Cursor band = insert_band(
            top,
            isl::multi_union_pw_aff(context.get(), "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]"));
        band = with_permutable(band, true);
        band = with_coincident(with_coincident(band, 0, true), 1, true);
        return insert_context(band, isl::set(context.get(), "[n] -> { : n >= 8192 }")).tree();
    }

    /// The copy to shared memory, the barrier and the computation of a tile.
    NodePtr tile_code(const NodePtr &points) const
    {
        auto filter = [&](const char *text, NodePtr child) {
            return node(Filter{instances(text)}, std::move(child));
        };
        NodePtr copies = node(Band(isl::multi_union_pw_aff(
            context.get(), "[{ read[x, y] -> [(x)] }, { read[x, y] -> [(y)] }]")));
        isl::union_map extension(context.get(), "[n] -> { [a, b] -> read[x, y] : a <= x <= a + 31 "
                                                "and b <= y <= b + 31 and 0 <= x, y < n; "
                                                "[a, b] -> sync[] }");
        return node(
            Extension{extension},
            sequence({filter("{ read[x, y] }",
                             filter("[t0, t1] -> { read[x, y] : x mod 32 = t0 and y mod 32 = t1 }",
                                    copies)),
                      filter("{ sync[] }", leaf()),
                      filter("{ S[i, j] }",
                             filter("[t0, t1] -> { S[i, j] : i mod 32 = t0 and j mod 32 = t1 }",
                                    points))}));
    }

    Tree mapped() const
    {
        Cursor band = original().root().child(0).child(0);
        Cursor tiles = tile(band, {32, 32});
        tiles = insert_filter(
            insert_context(insert_mark(tiles, "kernel").child(0),
                           isl::set(context.get(), "[b0, b1, t0, t1] -> { : 0 <= b0, b1 <= 255 and "
                                                   "0 <= t0, t1 <= 31 }"))
                .child(0),
            instances("[b0, b1] -> { S[i, j] : floor(i/32) mod 256 = b0 and floor(j/32) mod 256 = "
                      "b1 }"));
        Cursor points = tiles.child(0).child(0);
        return points.grafted(tile_code(points.node_ptr())).tree();
    }
};

TEST_F(GpuTranspose, HasTheNodesOfFigure5)
{
    Tree tree = mapped();
    check_validity(tree.root());
    std::vector<NodeType> path;
    for (Cursor place = tree.root(); !place.is<Sequence>(); place = place.child(0))
        path.push_back(place.type());
    EXPECT_EQ(path,
              (std::vector{NodeType::domain, NodeType::context, NodeType::mark, NodeType::context,
                           NodeType::filter, NodeType::band, NodeType::extension}));
    EXPECT_TRUE(is_equal(read_yaml(context.get(), to_yaml(tree), ""), tree));
}

TEST_F(GpuTranspose, EveryInstanceIsExecutedByOneThread)
{
    Tree tree = mapped();
    Cursor sequence = tree.root().descendant({0, 0, 0, 0, 0, 0, 0});
    ASSERT_TRUE(sequence.is<Sequence>());
    isl::union_set mine = reaching_instances(sequence.child(2).child(0).child(0));
    isl::union_set statements = instances("{ S[i, j] }");
    EXPECT_TRUE(mine.intersect(statements).is_subset(tree.domain()));
    // All threads of all blocks together execute the domain; two never the same instance.
    isl::union_set executed = mine.intersect_params(isl::set(
        context.get(), "[b0, b1, t0, t1] -> { : 0 <= b0, b1 <= 255 and 0 <= t0, t1 <= 31 }"));
    isl::union_set all = executed;
    for (const char *identifier : {"b0", "b1", "t0", "t1"}) {
        isl::union_set projected = isl::union_set::empty(context.get());
        all.foreach_set([&](const isl::set &set) {
            projected = projected.unite(set.project_out_param(identifier).to_union_set());
        });
        all = projected;
    }
    EXPECT_TRUE(all.is_equal(tree.domain()));
}

TEST_F(GpuTranspose, CopiesComeBeforeTheirTile)
{
    Tree tree = mapped();
    isl::union_map before = precedes(tree, instances("{ read[x, y] }"), instances("{ S[i, j] }"));
    isl::union_map own(context.get(),
                       "[n, b0, b1, t0, t1] -> { read[i, j] -> S[i, j] : 0 <= i, j < n and "
                       "floor(i/32) mod 256 = b0 and floor(j/32) mod 256 = b1 and i mod "
                       "32 = t0 and j mod 32 = t1 }");
    EXPECT_TRUE(own.is_subset(before));
}

} // namespace
} // namespace espalier::schedule
