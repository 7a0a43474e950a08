#include "espalier/base/graph.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace espalier {
namespace {

using Edges = std::set<std::pair<std::size_t, std::size_t>>;
using Components = std::vector<std::vector<std::size_t>>;

Components components(std::size_t count, const Edges &edges)
{
    return strongly_connected_components(
        count, [&](std::size_t from, std::size_t to) { return edges.count({from, to}) > 0; });
}

TEST(Graph, VerticesWithoutEdgesStayInTheirOrder)
{
    EXPECT_EQ(components(3, {}), (Components{{0}, {1}, {2}}));
}

TEST(Graph, ComponentsAreInTopologicalOrder)
{
    EXPECT_EQ(components(4, {{2, 0}, {3, 2}, {0, 1}}), (Components{{3}, {2}, {0}, {1}}));
    EXPECT_EQ(components(4, {{0, 3}, {3, 0}, {3, 1}, {1, 2}, {2, 1}}),
              (Components{{0, 3}, {1, 2}}));
}

/// Which vertices can be reached from which, by Warshall's algorithm.
std::vector<std::vector<bool>> reachability(std::size_t count, const Edges &edges)
{
    std::vector<std::vector<bool>> result(count, std::vector<bool>(count));
    for (auto [from, to] : edges)
        result[from][to] = true;
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < count; ++j)
                result[i][j] = result[i][j] || (result[i][k] && result[k][j]);
    return result;
}

TEST(Graph, AgreesWithReachabilityOnRandomGraphs)
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 engine(seed);
        std::size_t count = 1 + engine() % 8;
        Edges edges;
        for (std::size_t k = engine() % (2 * count); k > 0; --k)
            edges.insert({engine() % count, engine() % count});
        auto reaches = reachability(count, edges);
        std::vector<std::size_t> number(count);
        Components found = components(count, edges);
        for (std::size_t k = 0; k < found.size(); ++k)
            for (std::size_t vertex : found[k])
                number[vertex] = k;
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < count; ++j) {
                bool is_together = i == j || (reaches[i][j] && reaches[j][i]);
                EXPECT_EQ(number[i] == number[j], is_together);
                EXPECT_TRUE(!reaches[i][j] || number[i] <= number[j]);
            }
    }
}

} // namespace
} // namespace espalier
