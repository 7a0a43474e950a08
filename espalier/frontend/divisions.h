#pragma once

#include <isl/cpp.h>

#include <optional>

namespace espalier::frontend {

/// What C's truncating division gives where the quotient is known to be one of a few numbers:
///
///     (i + n - 1) % n, 0 <= i < n   ->   n - 1 where i = 0, i - 1 elsewhere
struct Division {
    isl::pw_aff quotient, remainder; ///< { [i] -> [v] }, on `dividend` / `divisor` where defined
    isl::set undefined;              ///< { [i] : ... }: the divisor is not positive
};

/// \param possible  { : ... }: the symbolic constants that there may be
/// \param greatest  the greatest quotient that counts as few, with either sign
/// \return nothing if the quotient may be another one
std::optional<Division> division(const isl::pw_aff &dividend, const isl::pw_aff &divisor,
                                 const isl::set &possible, long greatest);

} // namespace espalier::frontend
