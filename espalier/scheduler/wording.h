#pragma once

#include "espalier/scheduler/graph.h"
#include "espalier/scheduler/member.h"

#include <span>
#include <string>

namespace espalier::scheduler {

/// \name Parts of a scheduling problem in words, for traces.
/// @{

/// "i + 2k": the sum of what has these names, each times its factor; "0" if there is nothing.
std::string sum(std::span<const Number> factors, std::span<const std::string> names);

/// "S0 -> i + k; S1 -> i + n - 1".
std::string describe(const Graph &graph, const Functions &functions);

/// "S0 -> S1, S1 -> S1": the nodes that the relations lead from and to, each pair once.
/// \param relations  positions in Graph::relations
std::string describe(const Graph &graph, std::span<const std::size_t> relations);
std::string describe(const Graph &graph, const RelationSet &relations);

/// "S0, S1": some nodes of the graph, or all.
std::string names(const Graph &graph, std::span<const std::size_t> nodes);
std::string names(const Graph &graph);
/// @}

} // namespace espalier::scheduler
