#pragma once

#include "espalier/report/dependence_summary.h"
#include "espalier/report/svg.h"

#include <set>

namespace espalier::report {

/// How dependences of one kind are drawn.
struct EdgeLook {
    const char *style;  ///< in Graphviz's language
    const char *dashes; ///< the same in SVG
    const char *colour, *dark_colour;
};

const EdgeLook &edge_look(DependenceKind kind);

/// The graph of a region's statements: nodes with name, line and what the statement computes, from
/// the first statement to the last, and an edge for each pair of statements and kind, with the
/// arrays that it is about. Dependences of a statement on itself of several kinds share an edge.
/// \param kinds  the kinds that have edges
std::string to_dot(const program::Program &program, const DependenceSummary &summary,
                   const std::set<DependenceKind> &kinds);

/// The picture of that graph, and below it what the lines mean.
Picture draw_graph(const program::Program &program, const DependenceSummary &summary,
                   const std::set<DependenceKind> &kinds);

} // namespace espalier::report
