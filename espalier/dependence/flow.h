#pragma once

#include "espalier/dependence/last_sources.h"

#include <isl/cpp.h>

#include <deque>
#include <vector>

namespace espalier::dependence {

/// Accesses, each { [S[i] -> R[]] -> A[a] } or, untagged, { S[i] -> A[a] }
/// (Live-Range Reordering (2016), section 2.3). Accesses of instances that the order does not
/// execute do not count. Tags have no dimensions.
struct AccessInfo {
    isl::union_map sink, may_source, must_source, kill;
};

/// What reaches the sinks: for each of them the last must-sources and kills before it, those that
/// no other one surely follows, and the may-sources that follow these.
class Flow {
public:
    /// \param order  must outlive the result
    Flow(isl::ctx ctx, const AccessInfo &info, const ExecutionOrder &order);
    Flow(const Flow &) = delete;
    Flow &operator=(const Flow &) = delete;

    /// { source tag -> sink tag }: the sources that a sink may see.
    isl::union_map dependence() const;

    /// { source tag -> [sink tag -> A[a]] }: the same with the element.
    isl::union_map full_dependence() const;

    /// { source tag -> [sink tag -> A[a]] }: those must-sources that a sink surely sees, because
    /// nothing else reaches it.
    isl::union_map full_must_dependence() const;

    /// { sink tag -> A[a] }: no must-source or kill comes before.
    isl::union_map without_must_source() const;

    /// { sink tag -> A[a] }: nothing comes before.
    isl::union_map without_source() const;

private:
    isl::union_map none_;
    std::deque<Reference> references_;
    std::vector<Arrival> arrivals_;
    std::vector<Uncovered> uncovered_;
};

} // namespace espalier::dependence
