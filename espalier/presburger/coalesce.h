#pragma once

#include <isl/cpp.h>

namespace espalier::presburger {

/// \name The same value with fewer disjuncts or pieces. isl's own function may lose constraints on
/// remainders: 0.25 makes { [t] : t >= 0 } of { [t] : 0 <= t <= 1 or (t mod 2 = 0 and t >= 0) } and
/// a few more such parts. So its result is compared with the value where there are remainders, and
/// not used if it is wrong.
/// @{
isl::set coalesced(const isl::set &set);
isl::map coalesced(const isl::map &map);
isl::pw_aff coalesced(const isl::pw_aff &function);
/// @}

} // namespace espalier::presburger
