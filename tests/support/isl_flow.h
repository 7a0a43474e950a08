#pragma once

#include "espalier/dependence/flow.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

namespace espalier::test {

/// What dependence::Flow computes, by isl.
struct IslFlow {
    isl::union_map dependence;      ///< { source tag -> sink tag }
    isl::union_map full_dependence; ///< { source tag -> [sink tag -> A[a]] }
    isl::union_map full_must_dependence;
    isl::union_map without_must_source; ///< { sink tag -> A[a] }
    isl::union_map without_source;
};

/// isl's dataflow analysis, as a reference for ours.
IslFlow isl_flow(const dependence::AccessInfo &info, const schedule::Tree &order);

} // namespace espalier::test
