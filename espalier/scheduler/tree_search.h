#pragma once

#include "espalier/schedule/node.h"
#include "espalier/scheduler/band_search.h"
#include "espalier/scheduler/clusters.h"
#include "espalier/scheduler/component.h"

#include <string>

namespace espalier::scheduler {

/// No schedule was found.
struct NoSchedule {
    std::string reason;
};

/// Makes the schedule tree of a model from the outermost bands on: each band is made for what the
/// bands above it leave, and parts that nothing ties together, or only validity in one direction,
/// become the children of set and sequence nodes (Spatial Locality (2018), sections 3.2 to 3.4).
class TreeSearch {
public:
    TreeSearch(const Model &model, const Options &options, Trace trace);

    /// The tree below the domain node.
    /// \throws NoSchedule
    schedule::NodePtr run();

    const LocalityCounts &counts() const { return search_.counts(); }

private:
    schedule::NodePtr schedule(const Component &component, const Trace &trace);
    schedule::NodePtr schedule_connected(const Component &component, const Graph &graph,
                                         const Trace &trace);
    AdjacentConditions adjacency(const Component &component, const Graph &graph) const;
    BandMembers first_band(const Component &component, const Graph &graph, const Trace &trace);
    BandMembers band_for(const Component &component, const Graph &graph, const Trace &trace);
    std::vector<Cluster> clusters(const Component &component, const Graph &graph,
                                  const Trace &trace);
    bool respects(const Component &component, const BandMembers &band) const;
    std::vector<DependencePtr> conditions_not_local(const Component &component, const Graph &graph,
                                                    const std::vector<Functions> &members) const;
    schedule::NodePtr place(const Component &component, const BandMembers &band,
                            const Trace &trace);
    std::string conditions_in_words(const std::vector<DependencePtr> &conditions) const;
    void describe_rest(const Component &component, const std::vector<DependencePtr> &broken,
                       const Trace &trace) const;
    schedule::NodePtr marked(schedule::NodePtr band, const BandMembers &members) const;
    schedule::NodePtr filter(const Component &component, schedule::NodePtr below) const;

    const Model &model_;
    const Options &options_;
    BandSearch search_;
    Trace trace_;
    std::vector<Node> nodes_; ///< the statements with what the bands above schedule
};

} // namespace espalier::scheduler
