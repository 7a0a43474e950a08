#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::transform {

/// A statement ordering vector beta, or a prefix of one (composition: Girbal et al. (2006), section
/// 2.3.3): [beta_0, ..., beta_k] tells, for each depth, which child holds the statement. A prefix
/// of p entries names the loop at depth p, counted from 1, and with it all statements in that loop;
/// a whole vector, of one entry more than the statement has loops, names the statement.
using Beta = std::vector<long>;

/// Whether `beta` starts with `prefix`.
bool is_prefix(const Beta &prefix, const Beta &beta);

/// The first `count` entries. Precondition: count <= beta.size()
Beta first(const Beta &beta, std::size_t count);

/// The prefix without its last `levels` entries: the loop so many levels further out (section 6).
/// \throws Error{impossible_transformation} if there are fewer
Beta enclose(const Beta &beta, std::size_t levels = 1);

/// The same with one more entry.
Beta append(Beta prefix, long entry);

/// "[0, 1, 0]".
std::string to_string(const Beta &beta);

} // namespace espalier::transform
