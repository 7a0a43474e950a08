#pragma once

#include "espalier/scheduler/graph.h"
#include "espalier/scheduler/member.h"
#include "espalier/scheduler/options.h"
#include "espalier/scheduler/trace.h"

#include <functional>
#include <vector>

namespace espalier::scheduler {

/// The members of a band, for the nodes of a graph.
struct BandMembers {
    struct Member {
        Functions functions;
        bool is_coincident;
        /// Chosen to access neighbours one after the other (Spatial Locality (2018), section 4.6).
        bool carries_spatial = false;
    };
    std::vector<Member> members;
    /// Whether they may be permuted; a step of Feautrier's has one member.
    bool is_permutable = true;

    bool is_empty() const { return members.empty(); }
    std::size_t coincident_count() const;
};

/// For a member, the positions of the relations of a graph that are conditions adjacent to
/// conditioned pairs that the member violates.
using AdjacentConditions = std::function<std::vector<std::size_t>(const Functions &)>;

/// How often a search had to see to conditional validity (Live-Range Reordering (2016), table 1).
struct LocalityCounts {
    std::size_t members = 0;   ///< computed
    std::size_t localized = 0; ///< conditions marked local
    std::size_t non_local = 0; ///< those that were not local already
    std::size_t resets = 0;    ///< bands begun anew
};

/// Makes bands of as many members as it takes, or can be had, all permutable, with conditional
/// validity and restarts (Live-Range Reordering (2016), Algorithm 1).
class BandSearch {
public:
    explicit BandSearch(const Options &options) : options_(options) {}

    /// A band of members of which each respects all validity relations; empty if there is no first
    /// one.
    /// \param needs_coincident  empty as well if the first one cannot be coincident
    BandMembers permutable_band(const Graph &graph, const AdjacentConditions &adjacent,
                                bool needs_coincident, const Trace &trace = {});

    /// A band of one member that carries as many relations as possible; empty if it can carry none.
    BandMembers carrying_band(const Graph &graph, const Trace &trace = {});

    const LocalityCounts &counts() const { return counts_; }

private:
    bool localize(const Graph &graph, const BandMembers &band,
                  const std::vector<std::size_t> &conditions, RelationSet &local,
                  const Trace &trace);

    const Options &options_;
    LocalityCounts counts_;
};

} // namespace espalier::scheduler
