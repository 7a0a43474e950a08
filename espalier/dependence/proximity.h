#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <cstddef>
#include <vector>

namespace espalier::dependence {

/// One access of a program: Program::statements[statement].accesses[access].
struct AccessPosition {
    std::size_t statement, access;

    bool operator==(const AccessPosition &) const = default;
};

/// The proximity relations of references to one array, or to members of the structures in one, with
/// index expressions that are equal up to integer constants, whose distances one bound is to hold
/// (Spatial Locality (2018), section 4.5). In both relations the first instance runs before the
/// second in the program's own order, and is, among those that do and access the same with a read,
/// the last one, or among those that do with a write ("adjacent in time", section 4.2). What may be
/// accessed counts as accessed.
struct ProximityGroup {
    std::vector<AccessPosition> references; ///< in the order of the program
    std::vector<isl::map> accesses;         ///< { S[i] -> A[a] } of each reference

    /// { T[j] -> S[i] }: the last instances to access an element that a reference of the group then
    /// accesses, by any reference to the array: flow, anti, output and input dependences without
    /// those that other accesses of the same kind cover. Pairs of instances of one statement are
    /// only there in parts with one distance (section 4.3), which may depend on parameters.
    isl::union_map temporal;

    /// { T[j] -> S[i] }: the same with a line of elements in place of one, among the references of
    /// the group that may share lines (see AccessPattern). Empty for scalars, slices and
    /// index expressions that are not quasi-affine. (Sections 4.1 and 4.2)
    isl::union_map spatial;

    /// How many accesses have the affine hull of each of the group's up to the constant term; a
    /// compound assignment has two. The paper takes the sum over the group, which is the square
    /// and so orders groups the same (section 4.5).
    std::size_t multiplicity() const { return references.size(); }
};

/// The proximity relations of `program`, executed as in `original`, its own order, in groups sorted
/// by their first references. Kills have no part in them, nor have accesses that may be to any
/// element.
/// \param line  number of elements in a line, at least 1: the greatest stride that is worth while
std::vector<ProximityGroup> proximity_groups(const program::Program &program,
                                             const schedule::Tree &original, std::size_t line);

/// How many subscripts of a group the schedule leaves open, of that of its accesses with
/// most: the dimensions of { A[a] } less the equations that { [t] -> A[a] } adds to those on t.
/// \param partial_schedule  { S[i] -> [t] }; accesses of statements without a place in it are left
///                          out
/// Spatial Locality (2018), section 4.5
std::size_t access_rank(const ProximityGroup &group, const isl::union_map &partial_schedule);

} // namespace espalier::dependence
