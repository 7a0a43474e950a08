#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <cstddef>
#include <set>
#include <vector>

namespace espalier::strategies {

/// A reference of a statement.
struct Reference {
    std::size_t statement, access; ///< positions
};

bool is_write(const program::Access &access);

/// Whether a band is around statements, in some order, and nothing else.
bool has_statements_alone(const schedule::Cursor &band);

/// { S[i] -> [t] }: functions of a statement's instances.
isl::multi_pw_aff functions_on(const isl::multi_union_pw_aff &functions,
                               const isl::space &statement);

/// What the points of a tile access, of a band over a band of loops that add to elements, and when.
/// The program may change: what is known of the order does not.
class Part {
public:
    /// \param points  the outer one of the bands
    /// \param own     arrays of which each point has elements of its own
    Part(const program::Program &program, const schedule::Cursor &points,
         std::set<std::size_t> own);

    /// Positions of those that have instances here.
    const std::vector<std::size_t> &statements() const { return statements_; }
    const isl::union_set &instances() const { return instances_; }
    bool is_own(std::size_t array) const { return own_.contains(array); }

    /// Whether each statement has one instance at a time, and all of its instances are here.
    bool is_simple() const;

    /// { [t, p] -> A[a] }: elements by outer bands' members and points; with sums, { [t, p, s] ->
    /// A[a] }.
    isl::map by_point(const Reference &reference, bool has_sums) const;

    /// { S[i] -> [p] }: the point of a statement's instance.
    isl::multi_pw_aff points(std::size_t statement) const;

    /// All references to an array.
    std::vector<Reference> references(std::size_t array) const;

    const program::Access &access(const Reference &reference) const
    {
        return program_.statements[reference.statement].accesses[reference.access];
    }

    /// Those that all name the one element that a point adds to; empty if there is none such, or
    /// others may name it too.
    std::vector<Reference> sums(std::size_t array) const;

    /// Whether points along some member read the same element, points along others do not, and
    /// neither do all terms of a sum; of a line of points whether these and terms read others.
    bool is_shared(const Reference &reference) const;

private:
    isl::space space(std::size_t statement) const
    {
        return program_.statements[statement].domain.space();
    }

    isl::map times(std::size_t statement, bool has_sums) const;

    const program::Program &program_;
    isl::union_set instances_;
    isl::multi_union_pw_aff points_, sums_, prefix_;
    std::vector<std::size_t> statements_;
    std::set<std::size_t> own_; ///< arrays
};

/// Arrays that the part writes, but points' own.
std::vector<std::size_t> written_arrays(const program::Program &program, const Part &part);

/// The references that are worth copies of what they name.
std::vector<Reference> shared_operands(const program::Program &program, const Part &part);

/// Whether it pays for the threads of a block to copy what they read in sums: elements that points
/// have in common, or, of a line of points, matrices, of which threads would read columns, or a row
/// each. Elements are added to that no two points have in common.
/// \param points  a band with independent iterations
/// \param own     arrays of which each point has elements of its own
bool shares_operands(const program::Program &program, const schedule::Cursor &points,
                     const std::set<std::size_t> &own);

} // namespace espalier::strategies
