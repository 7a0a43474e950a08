#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::test {

/// How often, at most, the code of the tree names a statement when all its loops are unrolled: the
/// sum, over the leaves, of the product of the numbers of values that the members above take,
/// whatever the parameters and the other members; infinity if a member takes infinitely many.
double unrolled_size(const schedule::Tree &tree);

} // namespace espalier::test
