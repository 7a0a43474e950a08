#pragma once

#include "espalier/report/dependence_summary.h"
#include "espalier/report/svg.h"

#include <set>
#include <string>
#include <vector>

namespace espalier::report {

/// The kinds that a graph has edges for unless others are asked for.
inline const std::set<DependenceKind> default_edges = {DependenceKind::flow, DependenceKind::anti,
                                                       DependenceKind::output};

/// A region's graph of statements and, below it, the iteration spaces of its nests of two loops.
/// The same region gives the same picture on every machine. Not to be called by two threads at
/// once: Graphviz has global state.
/// \param kinds  those that the graph has edges for
Picture dependence_picture(const RegionDependences &region, const std::set<DependenceKind> &kinds);

/// The same as a part of a page, with tables of all dependences by kind below.
std::string dependence_section(const RegionDependences &region,
                               const std::set<DependenceKind> &kinds);

/// A page with these sections that needs nothing else, neither network nor scripts.
std::string dependence_page(const std::vector<std::string> &sections);

} // namespace espalier::report
