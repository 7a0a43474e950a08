#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace espalier {

/// The strongly connected components of a directed graph on the vertices 0, ..., count - 1, each
/// with its vertices in ascending order, in a topological order: of two components with an edge
/// between them, the one that the edge leaves comes first.
/// \param is_edge  whether there is an edge from the first vertex to the second; called once for
/// each
///                 pair
std::vector<std::vector<std::size_t>>
strongly_connected_components(std::size_t count,
                              const std::function<bool(std::size_t, std::size_t)> &is_edge);

/// The same for a graph whose edges lead from each vertex to its successors.
std::vector<std::vector<std::size_t>>
strongly_connected_components(const std::vector<std::vector<std::size_t>> &successors);

/// For each vertex, whether edges lead to it from `start`, which is reached itself.
std::vector<bool> reached(std::size_t start,
                          const std::vector<std::vector<std::size_t>> &successors);

} // namespace espalier
