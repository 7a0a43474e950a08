#pragma once

#include "espalier/scheduler/graph.h"
#include "espalier/scheduler/member.h"
#include "espalier/scheduler/options.h"
#include "espalier/scheduler/trace.h"

#include <optional>
#include <vector>

namespace espalier::scheduler {

struct ChosenMember {
    Functions functions;
    bool carries_spatial = false; ///< chosen to access neighbours one after the other
};

/// A band in the making.
struct PartialBand {
    Graph graph; ///< its nodes with what the members so far schedule
    std::vector<Functions> members;
};

/// The next member of a band, by the objective that suits the target and the place in the band
/// (Spatial Locality (2018), sections 4.7 and 4.8).
/// \param zero  relations whose distances have to be zero
/// \return nothing if there is none
std::optional<ChosenMember> choose_member(const PartialBand &band, const RelationSet &zero,
                                          const Options &options, const Trace &trace);

/// Adds a member to a band, of which the locality relations that it carries drop out.
void add_member(PartialBand &band, const Functions &functions, bool is_coincident);

/// The coincidence relations that the next member has to make zero, if it can: for CPUs, only nodes
/// without a coincident member need one, and the innermost ones are better left to locality
/// (section 4.7).
RelationSet wanted_coincidence(const PartialBand &band, const Options &options);

} // namespace espalier::scheduler
