#include "espalier/report/dependence_graph.h"
#include "espalier/report/dependence_picture.h"
#include "espalier/report/iteration_space.h"
#include "tests/support/regions.h"
#include "tests/support/xml.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

namespace espalier::report {
namespace {

using test::contains, test::count_matches, test::dependences_in_function, test::fault_in_xml;

constexpr const char *listing = "for (int i = 0; i < n; i++)\n"
                                "  for (int j = 0; j < n; j++) {\n"
                                "    x[i] = A[i][j] < 1 && 1 > 0;\n"
                                "    B[i][j] = x[i];\n"
                                "  }\n"
                                "for (int i = 0; i < n; i++)\n"
                                "  for (int j = 0; j < n; j++)\n"
                                "    A[j][i] = B[i][j];";

class DependencePicture : public testing::Test {
protected:
    RegionDependences region(const std::string &body)
    {
        return dependences_in_function(body, context);
    }

    /// The space of the one nest of `body` that is drawn.
    IterationSpace space(const std::string &body)
    {
        RegionDependences found = region(body);
        std::vector<PlottedNest> nests = plotted_nests(found.program);
        EXPECT_EQ(nests.size(), 1u);
        return iteration_space(found, nests.at(0)).value();
    }

    presburger::Context context;
};

TEST_F(DependencePicture, IsWellFormed)
{
    for (const char *body : {listing, "x[0] = 1;"}) {
        RegionDependences found = region(body);
        std::string svg = to_document({dependence_picture(found, default_edges)});
        std::string html = dependence_page({dependence_section(found, default_edges)});
        EXPECT_EQ(fault_in_xml(svg), "");
        EXPECT_EQ(fault_in_xml(html), "");
        EXPECT_TRUE(contains(svg, "in `f&lt;1&gt;`"));
        EXPECT_TRUE(contains(html, "in `f&lt;1&gt;`"));
        EXPECT_FALSE(contains(html, "<script"));
    }
    EXPECT_EQ(fault_in_xml(to_document({})), "");
    EXPECT_EQ(fault_in_xml(dependence_page({})), "");
}

TEST_F(DependencePicture, HasANodeForEachStatementAndAnEdgeForEachKindOfAPair)
{
    RegionDependences found = region(listing);
    std::string svg = to_document({dependence_picture(found, default_edges)});
    EXPECT_EQ(count_matches(svg, "class=\"(node)\"")["node"], 3u);
    using Counts = std::map<std::string, std::size_t>;
    EXPECT_EQ(count_matches(svg, "class=\"edge (\\w+)\""),
              (Counts{{"flow", 2}, {"anti", 2}, {"output", 1}}));
    svg = to_document({dependence_picture(found, {DependenceKind::order})});
    EXPECT_EQ(count_matches(svg, "class=\"edge (\\w+)\"").begin()->first, "order");
}

TEST_F(DependencePicture, MergesTheArraysOfAnEdge)
{
    RegionDependences found = region("for (int i = 0; i < n; i++)\n"
                                     "  A[0][i] = x[i] + y[i];\n"
                                     "for (int i = 0; i < n; i++)\n"
                                     "  A[1][i] = x[i] - y[i];");
    std::string dot = to_dot(found.program, summarize(found), {DependenceKind::input});
    EXPECT_TRUE(contains(dot, "\"S0\" -> \"S1\" [label=\" x, y \"")) << dot;
}

TEST_F(DependencePicture, MergesTheKindsOfAStatementWithItself)
{
    RegionDependences found = region("for (int i = 1; i < n; i++)\n"
                                     "  x[0] = x[0] + y[i];");
    std::string dot = to_dot(found.program, summarize(found), default_edges);
    EXPECT_EQ(count_matches(dot, "(\"S0\" -> \"S0\")").begin()->second, 1u);
    EXPECT_TRUE(contains(dot, "flow x\\l&#160;output x\\l")) << dot;
}

TEST_F(DependencePicture, DependsOnTheRegionAlone)
{
    presburger::Context other;
    EXPECT_EQ(
        to_document({dependence_picture(region(listing), default_edges)}),
        to_document({dependence_picture(dependences_in_function(listing, other), default_edges)}));
}

TEST_F(DependencePicture, TablesHaveAllRows)
{
    RegionDependences found = region(listing);
    DependenceSummary summary = summarize(found);
    std::string html = dependence_section(found, default_edges);
    constexpr std::size_t heads = 1; // of the statements
    std::size_t tables = heads;
    for (DependenceKind kind : dependence_kinds)
        tables += rows_of(summary, kind).empty() ? 0 : 1;
    tables += (summary.live_in.empty() ? 0 : 1) + (summary.live_out.empty() ? 0 : 1);
    EXPECT_EQ(count_matches(html, "<(table)>")["table"], tables);
    EXPECT_EQ(count_matches(html, "<(tr)>")["tr"], tables + 3 + summary.dependences.size() +
                                                       summary.live_in.size() +
                                                       summary.live_out.size());
}

TEST_F(DependencePicture, DrawsTheNestsOfTwoLoops)
{
    EXPECT_EQ(plotted_nests(region(listing).program), (std::vector<PlottedNest>{{0, 1}, {2}}));
    EXPECT_EQ(plotted_nests(region("for (int t = 0; t < n; t++) {\n"
                                   "  y[t] = 0;\n"
                                   "  for (int i = 0; i < n; i++) x[i] = 1;\n"
                                   "  for (int i = 0; i < n; i++) x[i] = 2;\n"
                                   "  for (int i = 0; i < n; i++)\n"
                                   "    for (int j = 0; j < n; j++) A[i][j] = 2;\n"
                                   "}")
                                .program),
              (std::vector<PlottedNest>{{1, 2}}));
}

TEST_F(DependencePicture, SplitsALoopWithManyStatements)
{
    std::string inner = "for (int i = 0; i < n; i++) { x[i] = 1; y[i] = 2; A[0][i] = 3; }\n";
    EXPECT_EQ(
        plotted_nests(region("for (int t = 0; t < n; t++) {\n" + inner + inner + "}").program),
        (std::vector<PlottedNest>{{0, 1, 2}, {3, 4, 5}}));
}

TEST_F(DependencePicture, SpacesHaveInstancesFlowAndLiveIn)
{
    IterationSpace found = space("for (int i = 1; i < n; i++)\n"
                                 "  for (int j = 0; j < i; j++)\n"
                                 "    A[i][j] = A[i - 1][j];");
    // The least n for which the triangle has nine instances.
    EXPECT_EQ(found.constant, 5);
    EXPECT_EQ(found.instances.size(), 10u);
    EXPECT_EQ(found.flow.size(), 6u);
    EXPECT_EQ(found.live_in.size(), 4u);
    for (const auto &[source, sink] : found.flow) {
        EXPECT_EQ(sink.outer, source.outer + 1);
        EXPECT_EQ(sink.inner, source.inner);
    }
    EXPECT_FALSE(found.is_cut);
}

TEST_F(DependencePicture, LargeSpacesAreCut)
{
    IterationSpace found = space("for (int i = 5; i < 1000; i++)\n"
                                 "  for (int j = 0; j < 3; j++)\n"
                                 "    x[i + j] = x[i + j - 1];");
    EXPECT_TRUE(found.is_cut);
    EXPECT_EQ(found.instances.size(), static_cast<std::size_t>(3 * IterationSpace::window));
    EXPECT_EQ(found.instances.front().outer, 5);
}

TEST_F(DependencePicture, NoPictureWithoutInstancesForSmallConstants)
{
    EXPECT_TRUE(draw_iteration_spaces(region("for (int i = 100; i < n; i++)\n"
                                             "  for (int j = 0; j < n; j++)\n"
                                             "    A[i][j] = A[i - 1][j];"))
                    .empty());
}

TEST_F(DependencePicture, SpacesDrawAllThatTheyHave)
{
    RegionDependences found = region(listing);
    PlottedNest nest = {0, 1};
    IterationSpace points = iteration_space(found, nest).value();
    Picture picture = draw(found.program, nest, points);
    EXPECT_EQ(count_matches(picture.elements, "class=\"(mark)")["mark"],
              points.instances.size() + nest.size());
    EXPECT_EQ(count_matches(picture.elements, "class=\"(flow-line)")["flow-line"],
              points.flow.size());
    EXPECT_EQ(count_matches(picture.elements, "<circle class=\"(ring)")["ring"],
              points.live_in.size() + 1);
    std::regex place("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"");
    for (std::sregex_iterator match(picture.elements.begin(), picture.elements.end(), place), end;
         match != end; ++match) {
        EXPECT_GE(std::stod((*match)[1]), 0);
        EXPECT_LE(std::stod((*match)[1]), picture.width);
        EXPECT_LE(std::stod((*match)[2]), picture.height);
    }
}

} // namespace
} // namespace espalier::report
