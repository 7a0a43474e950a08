#pragma once

#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::ast {

/// The place of a set node in the times of an order: what the coordinates before that of the set's
/// children are. Nothing stands for a value that may be any, that of a band member.
using SetPlace = std::vector<std::optional<long>>;

/// What code is to do, for checks of code. Contexts and guards restrict what is promised: below
/// them, code may rely on their constraints, and do anything where they do not hold.
struct Expectation {
    /// { : ... }: the parameter values of which something is said; has all symbolic constants.
    isl::set context;
    /// { S[i] -> [t] }: when each instance is to be executed; one that is to be executed several
    /// times has several images. Times are compared in the lexicographic order.
    isl::union_map order;
    /// { S[i] }: instances that code may also execute at other times, or more often, because a
    /// context or guard above some execution of the statement does not hold.
    isl::union_set unspecified;
    /// The set nodes: times that differ at one of them first may have any order.
    std::vector<SetPlace> sets;

    /// The number of dimensions of t.
    std::size_t time_size() const;
};

/// What a tree says. Additions to the constraints that the tree itself has:
/// \param context  { : ... }
///
/// An extension adds instances where others reach it; what it says of other points of the schedule
/// may be executed or not (Polyhedral AST Generation (2015), section 6.2). An instance that several
/// children of a set execute is expected in the order in which these stand.
Expectation expectation(const schedule::Tree &tree, const isl::set &context);

/// What an order given as a relation says: each instance at all of its times.
/// \param order    { S[i] -> [t] }, all [t] of one dimension
/// \param context  { : ... }
Expectation expectation(const isl::union_map &order, const isl::set &context);

/// { [t] -> [t'] }: the times of which the first is to come before the second.
isl::map before(const Expectation &expectation);

} // namespace espalier::ast
