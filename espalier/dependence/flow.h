#pragma once

#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

namespace espalier::dependence {

/// Tagged accesses, { [S[i] -> R[]] -> A[a] } each, and the order of the instances S[i]
/// (Live-Range Reordering (2016), section 2.3).
struct AccessInfo {
    isl::union_map sink, may_source, must_source, kill;
    schedule::Tree order;
};

/// What reaches the sinks.
struct Flow {
    isl::union_map dependence;     ///< { source tag -> sink tag }: sources that a sink may see
    isl::union_map element;        ///< { source tag -> [sink tag -> A[a]] }: with the element
    isl::union_map without_source; ///< { sink tag -> A[a] }: no must-source or kill comes before
};

/// For each sink the last must-source before it, and the may-sources after that one
/// (Live-Range Reordering (2016), section 2.3).
Flow compute_flow(const AccessInfo &info);

/// The dependences that a file in isl's format for access information (`.ai`) describes, in isl's
/// format for flow.
/// \throws Error{malformed_model}
std::string flow_of_file(isl::ctx ctx, const std::string &text, const std::string &file);

} // namespace espalier::dependence
