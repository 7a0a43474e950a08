#include "espalier/report/schedule_picture.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/id.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/xml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <isl/set.h>

#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace espalier::report {
namespace {

using namespace schedule;
using test::contains, test::count_matches, test::fault_in_xml;

/// Every type of node.
constexpr const char *all_types = R"yaml(
domain: "[n] -> { S[i] : 0 <= i < n; G[g] : 0 <= 4g < n }"
child:
  context: "[n, m] -> { [] : n > 3 and m > 5 }"
  child:
    set:
    - filter: "{ S[i] }"
      child:
        mark: "a <b> & 'c' -- é ]]> &lt;"
        child:
          guard: "[n] -> { [] : n > 3 }"
    - filter: "{ G[g] }"
      child:
        schedule: "[{ G[g] -> [g] }]"
        options: "[n] -> { separate[0]; isolate[[] -> [g]] : 4g < n - 3; [isolate[] -> unroll[0]] }"
        child:
          expansion: "{ G[g] -> A[i, j] : 4g <= i <= 4g + 3 and 0 <= j < 10; G[g] -> B[i] : 4g <= i <= 4g + 3 }"
          contraction: "{ A[i, j] -> G[floor(i/4)]; B[i] -> G[floor(i/4)] }"
          child:
            extension: "{ [g] -> copy[g] }"
            child:
              sequence:
              - filter: "{ copy[g] }"
              - filter: "{ A[i, j] }"
                child:
                  schedule: "[{ A[i, j] -> [i] }]"
              - filter: "{ B[i] }"
)yaml";

/// A sequence over `size` statements S0, S1, ...
Tree wide_tree(isl::ctx ctx, std::size_t size)
{
    std::vector<std::string> domains;
    std::vector<NodePtr> children;
    for (std::size_t k = 0; k < size; ++k) {
        domains.push_back(fmt::format("S{}[i, j] : 0 <= i < n and 0 <= j < n", k));
        Band band(isl::multi_union_pw_aff(ctx, fmt::format("[{{ S{}[i, j] -> [j] }}]", k)));
        children.push_back(
            node(Filter{isl::union_set(ctx, fmt::format("{{ S{}[i, j] }}", k))}, node(band)));
    }
    isl::union_set instances(ctx, fmt::format("[n] -> {{ {} }}", fmt::join(domains, "; ")));
    return Tree(node(Domain{instances}, sequence(children)));
}

/// Number of nodes of each type, without leaves.
std::map<std::string, std::size_t> count_types(const Node &node)
{
    std::map<std::string, std::size_t> counts;
    if (!node.is<Leaf>())
        ++counts[name(node.type())];
    for (std::size_t k = 0; k < node.child_count(); ++k)
        for (const auto &[type, count] : count_types(*node.child(k)))
            counts[type] += count;
    return counts;
}

class SchedulePicture : public testing::Test {
protected:
    Tree all() { return read_yaml(context.get(), all_types, "all.st"); }

    Tree with_mark(const std::string &mark)
    {
        isl::union_set instances(context.get(), "{ S[i] : 0 <= i < 10 }");
        return Tree(node(Domain{instances}, node(Mark{mark})));
    }

    presburger::Context context;
};

TEST_F(SchedulePicture, IsWellFormed)
{
    EXPECT_EQ(fault_in_xml(to_svg({{"", all()}})), "");
    EXPECT_EQ(fault_in_xml(to_html({{"", all()}})), "");
}

TEST_F(SchedulePicture, HasAllNodes)
{
    std::map<std::string, std::size_t> expected = count_types(all().node());
    EXPECT_EQ(expected.size(), 10u);
    EXPECT_EQ(count_matches(to_dot({{"", all()}}), "class=(\\w+)"), expected);
    EXPECT_EQ(count_matches(to_svg({{"", all()}}), "class=\"node (\\w+)\""), expected);
    std::string html = to_html({{"", all()}});
    EXPECT_EQ(count_matches(html, "class=\"box (\\w+)\""), expected);
    EXPECT_EQ(count_matches(html, "class=\"node (\\w+)\""), expected);
}

TEST_F(SchedulePicture, ShowsWhatNodesSay)
{
    for (const std::string &picture :
         {to_dot({{"", all()}}), to_svg({{"", all()}}), to_html({{"", all()}})})
        for (const char *text :
             {"G[floor(i/4)]; B[i] ", "isolated unroll (0)", "copy[g]", "{ [] : n &gt;= 4 }"})
            EXPECT_TRUE(contains(picture, text)) << text;
}

TEST_F(SchedulePicture, TellsTypesApart)
{
    std::string dot = to_dot({{"", all()}});
    std::size_t types = count_types(all().node()).size();
    std::set<std::string> looks, shapes;
    std::regex expression("class=\\w+, (.*), (fillcolor=.*)\\]");
    for (std::sregex_iterator match(dot.begin(), dot.end(), expression), end; match != end;
         ++match) {
        shapes.insert((*match)[1]);
        looks.insert((*match)[2]);
    }
    EXPECT_EQ(looks.size(), types);
    EXPECT_EQ(shapes.size(), types);
    EXPECT_EQ(count_matches(dot, "(style=dashed)")["style=dashed"], 2u);
}

TEST_F(SchedulePicture, EscapesMarks)
{
    std::string mark = "a &lt;b&gt; &amp; &#39;c&#39;";
    EXPECT_TRUE(contains(to_svg({{"", all()}}), ">&quot;" + mark));
    EXPECT_TRUE(contains(to_html({{"", all()}}), ">&quot;" + mark));
}

TEST_F(SchedulePicture, EscapesNamesOfStatements)
{
    for (auto [name, shown] :
         {std::pair("<\"'>", "&lt;&quot;&#39;&gt;[i]"), std::pair("}&<b", "}&amp;&lt;b[i]"),
          std::pair("back\\slash\\", "back\\slash\\[i]"), std::pair("\\N", "\\N[i]")}) {
        isl::set instances(context.get(), "{ S[i] : 0 <= i < 10 }");
        isl::id id = presburger::make_id(context.get(), name);
        Tree tree = Tree::from_domain(
            isl::manage(isl_set_set_tuple_id(instances.release(), id.release())).to_union_set());
        for (const std::string &picture : {to_svg({{"", tree}}), to_html({{"", tree}})}) {
            EXPECT_EQ(fault_in_xml(picture), "") << name;
            EXPECT_TRUE(contains(picture, shown)) << picture;
        }
    }
}

TEST_F(SchedulePicture, DrawsTheEmptyDomain)
{
    Tree tree = Tree::from_domain(isl::union_set(context.get(), "{ }"));
    EXPECT_TRUE(contains(to_svg({{"", tree}}), ">{ }</text>"));
    EXPECT_EQ(fault_in_xml(to_svg({{"", tree}})), "");
    EXPECT_EQ(fault_in_xml(to_html({{"", tree}})), "");
}

TEST_F(SchedulePicture, ShortensInThePictureOnly)
{
    std::string svg = to_svg({{"", wide_tree(context.get(), 20)}}),
                html = to_html({{"", wide_tree(context.get(), 20)}});
    EXPECT_TRUE(contains(svg, ">...</text>"));
    EXPECT_FALSE(contains(svg, ">&#160;&#160;&#160;&#160;&#160;&#160;&#160;&#160;&#160;S15"));
    EXPECT_TRUE(std::regex_search(svg, std::regex("xlink:title=\"domain[^\"]*S19")));
    EXPECT_TRUE(contains(html, ">S19[i, j] : 0 &lt;= i &lt; n and 0 &lt;= j &lt; n }</div>"));
}

TEST_F(SchedulePicture, CutsWhatItCannotBreak)
{
    for (const char *start : {"", "a"}) {
        std::string mark = start;
        for (std::size_t k = 0; k < 100; ++k)
            mark += "é";
        std::string svg = to_svg({{"", with_mark(mark)}});
        EXPECT_TRUE(contains(svg, std::string(">&quot;") + start + "éé"));
        EXPECT_TRUE(contains(svg, "éé...</text>"));
        EXPECT_TRUE(contains(svg, mark));
        EXPECT_TRUE(contains(to_html({{"", with_mark(mark)}}), mark));
    }
}

TEST_F(SchedulePicture, KeepsTheOrderOfASequence)
{
    std::string svg = to_svg({{"", wide_tree(context.get(), 12)}});
    std::vector<double> columns;
    for (std::size_t k = 0; k < 12; ++k) {
        std::smatch match;
        ASSERT_TRUE(std::regex_search(
            svg, match,
            std::regex(fmt::format("x=\"([-0-9.]+)\"[^>]*>\\{{ S{}\\[i, j\\] \\}}<", k))));
        columns.push_back(std::stod(match[1]));
    }
    EXPECT_TRUE(std::is_sorted(columns.begin(), columns.end()));
}

TEST_F(SchedulePicture, DependsOnTheTreeAlone)
{
    presburger::Context other;
    isl::union_set first(context.get(), "[n] -> { A[] : n > 3; S10[i]; S2[i]; B[]; S1[i, j] }");
    isl::union_set second(other.get(), "[n] -> { S1[i, j]; B[]; S2[i]; S10[i]; A[] : n > 3 }");
    EXPECT_EQ(to_svg({{"", Tree::from_domain(first)}}), to_svg({{"", Tree::from_domain(second)}}));
    EXPECT_EQ(to_html({{"", Tree::from_domain(first)}}),
              to_html({{"", Tree::from_domain(second)}}));
    EXPECT_EQ(to_svg({{"", all()}}), to_svg({{"", all()}}));
}

TEST_F(SchedulePicture, SeveralTreesHaveTheirTitles)
{
    Tree tree = wide_tree(context.get(), 2);
    std::vector<TitledTree> trees = {{"a.c:3, in `f<1>`", tree}, {"b.c:9", tree}};
    for (const std::string &picture : {to_svg(trees), to_html(trees)}) {
        EXPECT_EQ(fault_in_xml(picture), "");
        EXPECT_TRUE(contains(picture, "a.c:3, in `f&lt;1&gt;`"));
        EXPECT_TRUE(contains(picture, "b.c:9"));
    }
    EXPECT_EQ(fault_in_xml(to_html({})), "");
}

TEST_F(SchedulePicture, DrawsHundredsOfStatements)
{
    Tree tree = wide_tree(context.get(), 300);
    std::string svg = to_svg({{"", tree}}), html = to_html({{"", tree}});
    EXPECT_EQ(count_matches(svg, "class=\"node (\\w+)\""), count_types(tree.node()));
    EXPECT_EQ(count_matches(html, "class=\"box (\\w+)\""), count_types(tree.node()));
    EXPECT_FALSE(contains(html, "<svg"));
}

} // namespace
} // namespace espalier::report
