#pragma once

#include "espalier/presburger/context.h"
#include "espalier/program/program.h"
#include "tests/support/random_functions.h"

#include <isl/cpp.h>

#include <functional>

namespace espalier::test {

/// A valid program of one to six statements, with the symbolic constant n and the context n >= 0:
/// sequences and loops up to three deep, some of which count down, with triangular, strided and
/// constant bounds, and guards; reads, writes and may-writes of scalars and arrays of one and two
/// dimensions, by affine subscripts or of whole slices, and kills. An instance writes an element
/// at most once. The same for the same seed.
program::Program random_program(isl::ctx ctx, unsigned seed);

/// Calls `check` with that many random programs, from first_seed() + `skipped` on (see
/// random_trees.h). The first that fails, or for which `check` throws, is shown with its seed, and
/// is the last.
void foreach_random_program(
    unsigned skipped, unsigned count,
    const std::function<void(const program::Program &, const presburger::Context &, Random &)>
        &check);

} // namespace espalier::test
