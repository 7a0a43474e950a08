#pragma once

#include <isl/cpp.h>

#include <optional>

namespace espalier::presburger {

/// The one affine function with integer coefficients that a piecewise one is equal to on a set, as
/// far as isl's simplification can tell; nothing if it finds none.
/// \param function  { S[i] -> [v] }
/// \param domain    { S[i] }
std::optional<isl::aff> affine_on(const isl::pw_aff &function, const isl::set &domain);

} // namespace espalier::presburger
