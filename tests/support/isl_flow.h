#pragma once

#include "espalier/dependence/dependences.h"
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

/// What dependence::analyze computes, by as many calls of isl's analysis as the paper has, on the
/// same accesses, without the conversion of the tree, which is not isl's to answer for.
class IslAnalysis {
public:
    IslAnalysis(const program::Program &program, const schedule::Tree &original);

    dependence::Dependences dependences() const;
    isl::union_map input_dependences() const;

private:
    isl::union_flow flow(const isl::union_map &sink, const isl::union_map &may_source,
                         const isl::union_map &must_source, const isl::union_map &kill) const;
    isl::union_map all_before(const isl::union_map &sinks, const isl::union_map &sources) const;

    isl::union_map reads_, must_writes_, may_writes_, writes_, kills_, none_;
    isl::union_map lasting_reads_; ///< what their own instance does not overwrite
    isl::schedule tree_;           ///< of the tagged instances
};

} // namespace espalier::test
