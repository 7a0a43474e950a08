#pragma once

#include "espalier/program/program.h"
#include "tests/support/instance_order.h"

#include <isl/cpp.h>

#include <compare>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// The dependences of a program for given values of its symbolic constants, by executing it
/// instance by instance. Shares nothing with espalier/dependence but the model and its original
/// schedule.
namespace espalier::test {

/// An instance with one of its references: S[i] with R of [S[i] -> R[]].
struct TaggedInstance {
    Instance instance;
    std::string reference;

    auto operator<=>(const TaggedInstance &) const = default;
};

std::ostream &operator<<(std::ostream &stream, const TaggedInstance &tagged);

using TaggedPairs = std::set<std::pair<TaggedInstance, TaggedInstance>>;
using TaggedElements = std::set<std::pair<TaggedInstance, Instance>>;

/// The elements of { [S[i] -> R[]] -> [T[j] -> Q[]] }.
TaggedPairs tagged_pairs(const isl::union_map &relation, const Constants &constants);

/// The elements of { [S[i] -> R[]] -> A[a] }.
TaggedElements tagged_elements(const isl::union_map &relation, const Constants &constants);

/// One element that a reference of an instance touches.
struct ElementAccess {
    program::AccessKind kind;
    std::string reference;
    Instance element;
};

/// An instance with what it accesses: what it reads, then what it writes or kills.
struct Visit {
    Instance instance;
    std::vector<ElementAccess> accesses;
    bool is_kill = false;
};

/// All instances of a program, kills included, in its own order. Of a kill, elements that no other
/// access touches may be left out.
std::vector<Visit> original_visits(const program::Program &program, const Constants &constants);

/// What dependence::Dependences and dependence::input_dependences are to hold
/// (Live-Range Reordering (2016), sections 2.3 and 3.3), in pairs of which the first comes before
/// the second. A walk back from an access meets those of the same element in earlier instances, the
/// last first. One that ends the walk is met, but no read of its instance, which comes before it.
struct ExecutedDependences {
    /// From a read back over may-writes to the first definite write, or to before the first kill.
    TaggedPairs flow;
    TaggedPairs must_flow;   ///< those from a definite write that are all that a walk meets
    TaggedElements live_in;  ///< reads whose walk meets neither a definite write nor a kill
    TaggedElements live_out; ///< writes that no definite write or kill comes after
    /// From a write back over reads and may-writes to the first definite write, kills or not.
    TaggedPairs anti, output;
    TaggedPairs order; ///< reads, and writes without flow, with all later writes
    /// Live-in reads with all later writes; writes with later live-out ones; writes from which one
    /// read has flow in the same element, in their order.
    TaggedPairs forced;
    /// From a read back over reads and may-writes to the first definite write or kill.
    TaggedPairs input;
};

ExecutedDependences executed_dependences(const std::vector<Visit> &visits);

} // namespace espalier::test
