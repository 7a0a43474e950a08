#pragma once

#include <isl/cpp.h>

#include <cstddef>
#include <optional>

namespace espalier::ast {

/// The values of a dimension are offset + step * x, x integer.
struct Stride {
    isl::val step;   ///< greater than one
    isl::aff offset; ///< { [t, i] -> [v] }, independent of i

    /// { [t, i] }: what the stride says.
    isl::set constraint(std::size_t depth) const;

    /// { [t, i] -> [v] }: the least value of the dimension that is no less than `limit`.
    /// \param limit  { [t, i] -> [v] }: rational
    isl::aff round_up(const isl::aff &limit) const;
};

/// Bounds that allow no less, and no more where the offset says it: -31 <= i becomes 0 <= i if i is
/// a multiple of 32.
/// \param bounds  { [t, i] }
isl::set tightened(const isl::set &bounds, const Stride &stride, std::size_t depth);

/// What the integer affine hull of the values of a dimension says of them.
struct Hull {
    isl::set equalities;          ///< { [t, i] }: those without integer divisions of i
    std::optional<Stride> stride; ///< nothing if there is none
};

/// Detects what equalities and integer divisions there are for all values; several strides at once
/// are combined (Polyhedral AST Generation (2015), section 5.3.1).
/// \param times  { [t, i] }
Hull affine_hull(const isl::set &times, std::size_t depth);

/// How few values of a dimension, counted from some lower bound, include all that it takes.
struct Slices {
    isl::aff first; ///< { [t, i] -> [v] }: the first value, independent of i
    isl::val count;

    /// The value of one slice.
    isl::aff value(long number, const std::optional<Stride> &stride) const;
};

/// Chooses the lower bound from which the fewest slices are needed (section 5.5). One slice means
/// that the dimension has a single value (section 5.3.2).
/// \param bounds  { [t, i] }: one disjunct
/// \param times   { [t, i] }: the values to be included, within `bounds`
/// \return nothing if no constant number suffices
std::optional<Slices> cover(const isl::set &bounds, const isl::set &times,
                            const std::optional<Stride> &stride, std::size_t depth);

/// The single value of a dimension, if it has one.
std::optional<isl::aff> single_value(const isl::set &bounds, const isl::set &times,
                                     const std::optional<Stride> &stride, std::size_t depth);

} // namespace espalier::ast
