#pragma once

#include "espalier/scheduler/band_search.h"
#include "espalier/scheduler/cluster_space.h"

#include <vector>

namespace espalier::scheduler {

/// Fuses the strongly connected components of a graph, each with a band of its own, into clusters
/// of which the loops are shared (Spatial Locality (2018), section 3.4): for pairs of clusters with
/// a proximity relation between them, and all that validity puts between the two, a band is looked
/// for that schedules the clusters' bands, each as a whole, to each other; it is taken if no band
/// loses depth, nor, as the options say, coincident members, and if it brings related instances
/// close together.
/// \param components  in a topological order of the validity and conditioned relations; where a
///                    band is empty or not permutable, the component stays alone
/// \param adjacent    see BandSearch, for functions of the nodes of `graph`; the functions of nodes
///                    that are not in the clusters at hand are empty
/// \return the clusters in a topological order
std::vector<Cluster> fuse(const Graph &graph, std::vector<Cluster> components,
                          const AdjacentConditions &adjacent, BandSearch &search,
                          const Options &options, const Trace &trace);

} // namespace espalier::scheduler
