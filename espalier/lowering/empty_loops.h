#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::lowering {

/// A tree that does not enter loops without instances where that could take long.
///
/// The outermost loop of a wavefront runs up to sums of the bounds of several loops of the source:
/// where one of these has no iterations, the sum has as many values as the others. Loops in another
/// order than the source's likewise: those that the source does not get to run through all their
/// values, around an empty one. Threads would even meet at each of them.
///   band(i + j) over S[i, j]       ->   guard(n >= 1 and m >= 1) over band(i + j)
///   band(j), band(i) over S[i, j]  ->   guard(n >= 1) over band(j), band(i)
/// \param context  { : ... }: what is known of the symbolic constants
schedule::Tree with_empty_loops_guarded(const schedule::Tree &tree, const isl::set &context);

} // namespace espalier::lowering
