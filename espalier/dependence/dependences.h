#pragma once

#include "espalier/dependence/execution_order.h"
#include "espalier/dependence/reductions.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <vector>

namespace espalier::dependence {

/// The dependences of a program (Live-Range Reordering (2016), sections 2.3 and 3.3), all of them
/// tagged: { [S[i] -> R[]] -> [T[j] -> Q[]] }, the first before the second in the program's own
/// order. Relations are left in the pieces that the analysis finds: coalescing turns the many
/// translations of a stencil into one polyhedron with a facet for each pair of them, which costs
/// the scheduler far more than the pieces do.
struct Dependences {
    isl::union_map flow;   ///< live ranges: the writes that a read may see
    isl::union_map anti;   ///< a read and the writes that end what it read
    isl::union_map output; ///< a write and the writes that end what it wrote
    /// All pairs of a read and a later write of its element, and those of a write that nothing
    /// reads and a later write.
    isl::union_map order;
    /// What live-range reordering has to keep beside the flow: live-in stays live-in, live-out
    /// stays live-out, and writes that one read may see stay in order.
    isl::union_map forced;
    isl::union_map live_in;  ///< { [S[i] -> R[]] -> A[a] }: reads of what was there before
    isl::union_map live_out; ///< { [S[i] -> R[]] -> A[a] }: writes of what stays
    /// Pairs of writes of one element by updates of one relaxed reduction: either may run first,
    /// but not both at the same time.
    isl::union_map relaxed;

    // Not inline: whoever includes this header would compile them anew.
    Dependences();
    Dependences(const Dependences &other);
    Dependences(Dependences &&other) noexcept;
    Dependences &operator=(const Dependences &other);
    Dependences &operator=(Dependences &&other) noexcept;
    ~Dependences();

    isl::union_map false_dependences() const { return anti.unite(output); }
};

/// The dependences of `program`, executed as in `original`, its own order with kills.
/// \param relaxed  reductions whose updates may run in any order. To all other accesses their
///                 writes are may-writes: a read sees any of them back to the definite write
///                 before. Updates of one reduction do not depend on each other; what would keep
///                 two of them in order although a definite write stands between follows from
///                 their dependences with that write.
Dependences analyze(const program::Program &program, const schedule::Tree &original,
                    const std::vector<Reduction> &relaxed = {});

/// What reads see: members of Dependences.
struct ValueFlow {
    isl::union_map flow, live_in;
};

/// The part of `analyze` that is about reads alone.
ValueFlow analyze_flow(const program::Program &program, const schedule::Tree &original,
                       const std::vector<Reduction> &relaxed = {});

/// The input dependences of `program`: pairs of reads that may see the same value in an element,
/// the first before the second, tagged as above (section 2.3).
isl::union_map input_dependences(const program::Program &program, const schedule::Tree &original);

/// { [S[i] -> R[]] -> [T[j] -> Q[]] } to { S[i] -> T[j] }.
isl::union_map untagged(const isl::union_map &relation);

/// { S[i] -> T[j] } to { [S[i] -> R[]] -> [T[j] -> Q[]] }.
/// \param tags  the space of the result
isl::map with_tags(const isl::map &relation, const isl::space &tags);

} // namespace espalier::dependence
