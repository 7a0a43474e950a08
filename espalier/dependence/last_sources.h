#pragma once

#include "espalier/dependence/references.h"

#include <isl/cpp.h>

#include <vector>

namespace espalier::dependence {

/// The instances of a source that reach a sink.
struct Arrival {
    const Reference *source, *sink;
    /// { S[i] -> X[j] }, or { [S[i] -> A[a]] -> X[j] } where the sink has several elements at an
    /// instance; S: the sink's statement, X: the source's.
    isl::map relation;
};

/// The part of a sink that no must-source or kill comes before.
struct Uncovered {
    const Reference *sink;
    isl::set keys; ///< { S[i] } or { [S[i] -> A[a]] }, as in Arrival
};

/// { S[i] -> A[a] }: the accesses that keys, as in Arrival, stand for.
isl::map accesses_of(const isl::set &keys, const Reference &sink);

/// { X[j] -> S[i] }
isl::map source_to_sink(const Arrival &arrival);

/// { X[j] -> [S[i] -> A[a]] }
isl::map source_to_sink_with_element(const Arrival &arrival);

/// For each access of `sink` the last must-sources and kills before it, which no other one
/// surely follows, and the may-sources after these (Live-Range Reordering (2016), section 2.3).
/// Sources are met from the sink outwards: those that share more steps with it come later, so that
/// at each step only what shares it and no more is compared, and nothing further out once
/// all accesses are covered.
/// \param sources   of the sink's array, those of earlier sites first
/// \param arrivals  gets what reaches the sink, kills included
Uncovered find_last_sources(const Reference &sink, const std::vector<const Reference *> &sources,
                            const ExecutionOrder &order, std::vector<Arrival> &arrivals);

} // namespace espalier::dependence
