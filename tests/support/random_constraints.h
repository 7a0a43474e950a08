#pragma once

#include "espalier/dependence/constraints.h"

namespace espalier::test {

/// Schedule constraints on one to four statements of up to three dimensions, with the symbolic
/// constant n: boxes, triangles, lines and few constant instances; relations by affine equalities
/// and inequalities, most of which agree with a common order, in some or all of the roles. The same
/// for the same seed. Bounded for each n.
dependence::Constraints random_constraints(isl::ctx ctx, unsigned seed);

} // namespace espalier::test
