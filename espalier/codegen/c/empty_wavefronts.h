#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::codegen {

/// A tree that does not enter wavefronts without instances. Their outermost loop runs up to sums of
/// the bounds of several loops of the source: where one of these has no iterations, the sum has as
/// many values as the others, and threads would meet at each of them.
///   band(i + j) over S[i, j]   ->   guard(n >= 1 and m >= 1) over band(i + j)
/// \param context  { : ... }: what is known of the symbolic constants
schedule::Tree with_empty_wavefronts_guarded(const schedule::Tree &tree, const isl::set &context);

} // namespace espalier::codegen
