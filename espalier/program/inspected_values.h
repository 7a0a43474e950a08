#pragma once

#include "espalier/program/inspections.h"
#include "espalier/program/value_type.h"

namespace espalier::program {

/// Bits of the widest type.
constexpr int all_bits = 64;

/// What inspections and loops tell of the values that an expression of a body has. Sums and
/// products are those of whole numbers; what C makes of them in its types is the same modulo a
/// power of two.
struct InspectedValues {
    InspectedRange range;
    bool is_gapless;     ///< each number in the range is a value in some execution
    int bits = all_bits; ///< C has the values modulo 2 to this power
};

/// \name Arithmetic
/// @{
InspectedBound shifted(InspectedBound bound, long offset);
InspectedValues sum(const InspectedValues &one, const InspectedValues &other);

/// \return nothing if factors do not fit into an `int`
std::optional<InspectedValues> scaled(const InspectedValues &values, long factor);
/// @}

/// \name Ranges
/// @{

/// { [] -> [v] }
isl::pw_aff constant(isl::ctx ctx, long value);

/// From the least to the greatest of { [v] : ... }, which have to be bounded.
InspectedRange bounds_of(const isl::set &values);

/// The values of a function { S[i] -> [v] }.
/// \return nothing if they have no bounds
std::optional<InspectedValues> values_of(const isl::pw_aff &function);
/// @}

/// \name Types
/// @{

/// Whether a type holds all numbers from 0 that an `int` holds, for all that is known.
bool holds_naturals(const ValueType &type);

/// Values in a type of at least `int`'s width in which C computes them modulo its bits, or to which
/// it converts them.
InspectedValues wrapped(InspectedValues values, const ValueType &type);

/// Whether values, as a type has them, are the whole numbers wherever these are natural numbers of
/// an `int`.
bool are_numbers_of(const ValueType &type, const InspectedValues &values);
/// @}

} // namespace espalier::program
