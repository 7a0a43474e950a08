#pragma once

#include "espalier/strategies/contractions/blocked_contractions.h"

namespace espalier::lowering {

///   A_packed[...] = A[i][k];  C[i][j] += alpha * A_packed[...] * B_packed[...];
///   ->  A_packed[...] = alpha * A[i][k];  C[i][j] += A_packed[...] * B_packed[...];
/// Has packing compute the part of a contraction that depends on one packed operand, on constants
/// and on scalars that nothing writes. Values stay the same: parts are computed as the expression
/// groups them.
/// \param block  its operands are packed, each by a statement of its own; loses the scalars that it
///               no longer needs
program::Program with_scaled_operands(program::Program program, const transform::MatrixView &view,
                                      strategies::BlockedContraction &block);

} // namespace espalier::lowering
