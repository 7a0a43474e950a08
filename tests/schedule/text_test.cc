#include "espalier/schedule/text.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/random_trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <isl/aff.h>

#include <functional>

namespace espalier::schedule {
namespace {

/// The lines of a node's description as one text.
std::string description(const Node &node)
{
    return fmt::format("{}", fmt::join(describe_payload(node), "\n"));
}

class Text : public testing::Test {
protected:
    std::string filter(const char *instances)
    {
        return description(*node(Filter{isl::union_set(context.get(), instances)}));
    }

    Band band(const char *schedule)
    {
        return Band(isl::multi_union_pw_aff(context.get(), schedule));
    }

    presburger::Context context;
};

/// Schedule Trees (2014), figure 1.
constexpr const char *figure_1 = R"yaml(
domain: "[n] -> { T1[i] : 0 <= i < n; T2[i, j] : 0 <= i, j < n; T3[i] : 1 <= i <= n }"
child:
  sequence:
  - filter: "{ T1[i] }"
    child:
      schedule: "[{ T1[i] -> [i] }]"
  - filter: "{ T2[i, j]; T3[i] }"
    child:
      schedule: "[{ T2[i, j] -> [j]; T3[i] -> [i - 1] }]"
      child:
        sequence:
        - filter: "{ T2[i, j] }"
          child:
            schedule: "[{ T2[i, j] -> [i] }]"
        - filter: "{ T3[i] }"
)yaml";

TEST_F(Text, ShowsFigure1)
{
    EXPECT_EQ(to_text(read_yaml(context.get(), figure_1, "figure_1.st")),
              "domain [n] -> { T1[i] : 0 <= i < n;\n"
              "                T2[i, j] : 0 <= i < n and 0 <= j < n;\n"
              "                T3[i] : 0 < i <= n }\n"
              "  sequence\n"
              "    filter { T1[i] }\n"
              "      band T1[i] -> (i)\n"
              "    filter { T2[i, j]; T3[i] }\n"
              "      band T2[i, j] -> (j)\n"
              "           T3[i]    -> (-1 + i)\n"
              "        sequence\n"
              "          filter { T2[i, j] }\n"
              "            band T2[i, j] -> (i)\n"
              "          filter { T3[i] }\n");
}

/// Schedule Trees (2014), figure 5, by its description in section 5.2.
constexpr const char *figure_5 = R"yaml(
domain: "[n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }"
child:
  context: "[n] -> { [] : n >= 8192 }"
  child:
    mark: kernel
    child:
      context: "[n, b0, b1, t0, t1] -> { [] : 0 <= b0, b1 <= 255 and 0 <= t0, t1 <= 15 }"
      child:
        filter: "[n, b0, b1] -> { S[i, j] : (floor(i/16)-b0) mod 256 = 0 and (floor(j/16)-b1) mod 256 = 0 }"
        child:
          schedule: "[{ S[i, j] -> [floor(i/16)] }, { S[i, j] -> [floor(j/16)] }]"
          permutable: 1
          coincident: [ 1, 1 ]
          child:
            extension: "[n] -> { [c0, c1] -> sync[c0, c1]; [c0, c1] -> read[c0, c1, a, b] : 16c0 <= a < 16c0 + 16 and a < n and 16c1 <= b < 16c1 + 16 and b < n }"
            child:
              sequence:
              - filter: "{ read[c0, c1, a, b] }"
                child:
                  filter: "[t0, t1] -> { read[c0, c1, a, b] : (a - t0) mod 16 = 0 and (b - t1) mod 16 = 0 }"
                  child:
                    schedule: "[{ read[c0, c1, a, b] -> [a] }, { read[c0, c1, a, b] -> [b] }]"
              - filter: "{ sync[c0, c1] }"
              - filter: "{ S[i, j] }"
                child:
                  filter: "[t0, t1] -> { S[i, j] : (i - t0) mod 16 = 0 and (j - t1) mod 16 = 0 }"
                  child:
                    schedule: "[{ S[i, j] -> [i mod 16] }, { S[i, j] -> [j mod 16] }]"
                    permutable: 1
                    coincident: [ 1, 0 ]
                    options: "{ unroll[1] }"
)yaml";

TEST_F(Text, ShowsFigure5)
{
    EXPECT_EQ(to_text(read_yaml(context.get(), figure_5, "figure_5.st")),
              R"text(domain [n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }
  context { [] : n >= 8192 }
    mark "kernel"
      context [n, b0, b1, t0, t1] -> { [] : 0 <= b0 <= 255 and 0 <= b1 <= 255 and 0 <= t0 <= 15 and 0 <= t1 <= 15 }
        filter { S[i, j] : 4096*floor((-16b0 + i)/4096) >= -15 - 16b0 + i and 4096*floor((-16b1 + j)/4096) >= -15 - 16b1 + j }
          band S[i, j] -> (floor(i/16), floor(j/16))  permutable, coincident (1, 1)
            extension { [c0, c1] -> read[c0, c1, a, b] : 16c0 <= a <= 15 + 16c0 and a < n and 16c1 <= b <= 15 + 16c1 and b < n;
                        [c0, c1] -> sync[c0, c1] }
              sequence
                filter { read[c0, c1, a, b] }
                  filter { read[c0, c1, a, b] : (-t0 + a) mod 16 = 0 and (-t1 + b) mod 16 = 0 }
                    band read[c0, c1, a, b] -> (a, b)
                filter { sync[c0, c1] }
                filter { S[i, j] }
                  filter { S[i, j] : (-t0 + i) mod 16 = 0 and (-t1 + j) mod 16 = 0 }
                    band S[i, j] -> (i mod 16, j mod 16)  permutable, coincident (1, -), unroll (1)
)text");
}

TEST_F(Text, SortsStatementsByNameAndNumber)
{
    EXPECT_EQ(filter("{ T[]; S10[i]; S2[i]; S[i]; S01[]; S1[]; [A[] -> B[]]; [i] }"),
              "{ [A[] -> B[]]; [i]; S[i]; S01[]; S1[]; S2[i]; S10[i]; T[] }");
}

TEST_F(Text, GivesEachStatementOfTheDomainALine)
{
    Domain domain{isl::union_set(context.get(), "[n] -> { T[i] : i < n; S[] }")};
    EXPECT_EQ(description(*node(domain)), "[n] -> { S[];\n"
                                          "         T[i] : i < n }");
    domain.instances = isl::union_set(context.get(), "[rows, columns] -> { T[rows]; S[columns] }");
    EXPECT_EQ(description(*node(domain)), "[rows, columns] -> {\n"
                                          "  S[columns];\n"
                                          "  T[rows] }");
}

TEST_F(Text, BreaksLongFiltersOnly)
{
    EXPECT_EQ(filter("{ T[i]; S[i] : i > 4 }"), "{ S[i] : i >= 5; T[i] }");
    EXPECT_EQ(
        filter(
            "{ T[i, j] : 0 <= i < 1000 and 0 <= j < i; S[i, j] : 0 <= i < j and i + j < 200000 }"),
        "{ S[i, j] : i >= 0 and i < j <= 199999 - i;\n"
        "  T[i, j] : 0 <= i <= 999 and 0 <= j < i }");
}

TEST_F(Text, ShowsEmptySets)
{
    EXPECT_EQ(filter("[n] -> { }"), "{ }");
    EXPECT_EQ(to_text(Tree::from_domain(isl::union_set(context.get(), "[n] -> { }"))),
              "domain [n] -> { }\n");
}

TEST_F(Text, ShowsParametersWhereTheyAreIntroduced)
{
    Tree tree = read_yaml(context.get(), R"yaml(
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  context: "[n] -> { [] : n > 3 }"
  child:
    context: "[n, b] -> { [] : 0 <= b < n }"
    child:
      context: "[b] -> { [] : b < 7 }"
      child:
        filter: "[n, b] -> { S[i] : i = b }"
)yaml",
                          "nested.st");
    EXPECT_EQ(to_text(tree), "domain [n] -> { S[i] : 0 <= i < n }\n"
                             "  context { [] : n >= 4 }\n"
                             "    context [n, b] -> { [] : 0 <= b < n }\n"
                             "      context { [] : b <= 6 }\n"
                             "        filter { S[i = b] }\n");
}

TEST_F(Text, ShowsAttributesThatAreSet)
{
    Band tile = band("[{ S[i, j] -> [floor(i/32)] }, { S[i, j] -> [(i + j) mod 32] }]");
    EXPECT_EQ(description(*node(tile)), "S[i, j] -> (floor(i/32), (i + j) mod 32)");
    tile.is_permutable = true;
    tile.members[1] = {true, LoopOption::unroll, LoopOption::none};
    EXPECT_EQ(description(*node(tile)), "S[i, j] -> (floor(i/32), (i + j) mod 32)\n"
                                        "permutable, coincident (-, 1), unroll (1)");
    tile.members[0] = {true, LoopOption::atomic, LoopOption::separate};
    tile.isolation = isl::map(context.get(), "{ [t] -> [a, b] : 0 < a < t }");
    EXPECT_EQ(description(*node(tile)),
              "S[i, j] -> (floor(i/32), (i + j) mod 32)\n"
              "permutable, coincident (1, 1), atomic (0), unroll (1), isolated separate (0)\n"
              "isolate { [t] -> [a, b] : 0 < a < t }");
}

TEST_F(Text, PutsShortAttributesBehindTheSchedule)
{
    Band short_band = band("[{ S[i] -> [-i] }]");
    short_band.is_permutable = true;
    EXPECT_EQ(description(*node(short_band)), "S[i] -> (-i)  permutable");
}

TEST_F(Text, ShowsPiecesOfSchedules)
{
    EXPECT_EQ(description(*node(band("[n] -> [{ Long[i, j] -> [i]; S[i] -> [n] : i > 9; "
                                     "S[i] -> [2i] : i <= 9 }]"))),
              "Long[i, j] -> (i)\n"
              "S[i]       -> (2i) : i <= 9\n"
              "S[i]       -> (n) : i >= 10");
}

TEST_F(Text, ShowsBandsWithoutMembersAndWithNames)
{
    EXPECT_EQ(description(*node(band("[]"))), "()");
    EXPECT_EQ(description(*node(band("([] : { T[]; S[i] : i > 3 })"))), "S[i] -> () : i >= 4\n"
                                                                        "T[]  -> ()");
    EXPECT_EQ(description(*node(band("L[{ S[i] -> [i] }, { S[i] -> [0] }]"))), "S[i] -> L(i, 0)");
}

TEST_F(Text, ShowsNodesThatChangeInstances)
{
    isl::ctx ctx = context.get();
    EXPECT_EQ(description(*node(Expansion{
                  isl::union_pw_multi_aff(ctx, "{ S[i, j] -> G[floor(i/4), j]; T[] -> H[] }"),
                  isl::union_map(ctx, "{ G[g, h] -> S[i, h] : 4g <= i < 4g + 4; H[] -> T[] }")})),
              "{ G[g, h] -> S[i, h] : 4g <= i <= 3 + 4g; H[] -> T[] }\n"
              "contraction { S[i, j] -> G[floor(i/4), j]; T[] -> H[] }");
    EXPECT_EQ(description(*node(Extension{isl::union_map(
                  ctx, "[n] -> { [t, u] -> read[i] : t <= i < n; [t, u] -> copy[u] }")})),
              "{ [t, u] -> copy[u]; [t, u] -> read[i] : t <= i < n }");
    EXPECT_EQ(description(*node(Guard{isl::set(ctx, "[n] -> { [t] : t < n }")})),
              "{ [t] : t < n }");
}

TEST_F(Text, HasNoLinesForNodesWithoutPayload)
{
    EXPECT_TRUE(describe_payload(*leaf()).empty());
    EXPECT_TRUE(describe_payload(*sequence({leaf()})).empty());
    EXPECT_TRUE(describe_payload(*set({leaf()})).empty());
    EXPECT_EQ(description(*node(Mark{"a <b>"})), "\"a <b>\"");
}

/// "[n] -> " of an object in isl's notation.
template <class Object>
std::string parameters(const Object &object)
{
    std::string text = presburger::to_string(object);
    return text.substr(0, text.find('{'));
}

isl::union_map relation(const Band &band)
{
    return isl::manage(isl_union_map_from_multi_union_pw_aff(band.schedule.copy()));
}

/// The relation that a band's description shows, as isl reads it.
isl::union_map shown_relation(const Band &band)
{
    std::string text;
    for (std::string line : describe_payload(*node(Band(band.schedule)))) {
        std::size_t open = line.find('(', line.find(" -> ", line.find(']')));
        std::size_t close = std::min(line.find(" : ", open), line.size()) - 1;
        line[open] = '[';
        line[close] = ']';
        text += line + ";";
    }
    return isl::union_map(band.schedule.ctx(), parameters(relation(band)) + "{ " + text + " }");
}

/// Visits all nodes below one.
void for_each_node(const Node &node, const std::function<void(const Node &)> &visit)
{
    visit(node);
    for (std::size_t k = 0; k < node.child_count(); ++k)
        for_each_node(*node.child(k), visit);
}

TEST_F(Text, LosesNothing)
{
    std::size_t filters = 0, bands = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        for_each_node(test::random_tree(context.get(), seed).tree.node(), [&](const Node &node) {
            if (node.is<Filter>()) {
                ++filters;
                const isl::union_set &instances = node.as<Filter>().instances;
                isl::union_set shown(context.get(), parameters(instances) + description(node));
                EXPECT_TRUE(shown.is_equal(instances)) << description(node);
            } else if (node.is<Band>() && node.as<Band>().size() > 0) {
                ++bands;
                EXPECT_TRUE(shown_relation(node.as<Band>()).is_equal(relation(node.as<Band>())))
                    << description(node);
            }
        });
    }
    EXPECT_GT(filters, 100u);
    EXPECT_GT(bands, 60u);
}

} // namespace
} // namespace espalier::schedule
