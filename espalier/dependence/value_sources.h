#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <optional>

namespace espalier::dependence {

/// What the instances of a reference see.
struct ValueSources {
    isl::union_map writes;  ///< { T[j] -> [S[i] -> R[]] }
    isl::union_set live_in; ///< { T[j] }: may see what was there before the region
};

/// \param flow, live_in  of the program of the reference, as in Dependences
ValueSources value_sources(const program::Access &read, const isl::union_map &flow,
                           const isl::union_map &live_in);

/// { T[j] -> S[i] }: the instance of a write that a read sees, where it sees no other.
/// \return nothing if it sees the write nowhere, or several instances of it
std::optional<isl::map> write_seen(const program::Access &read, const program::Access &write,
                                   const Dependences &dependences);

/// Whether a read sees what another one sees.
/// \param flow       of the program of `read`
/// \param dependences  of the program of `other`
/// \param instances    { T[j] -> U[k] }: those of `other` for all of `read`
bool sees_the_same(const program::Access &read, const ValueFlow &flow, const program::Access &other,
                   const Dependences &dependences, const isl::map &instances);

} // namespace espalier::dependence
