#pragma once

#include "espalier/lowering/block_parts.h"
#include "espalier/lowering/call_contract.h"
#include "espalier/program/contraction.h"

#include <string>

namespace espalier::lowering {

/// What calls of a kernel execute: steps, one after the other, of all rows and columns of a block.
///   kernel(steps, a, ..., b, ..., c, stride, x, ...)
/// executes  c[i * stride + j] += a[k][i] * ... * b[k][j] * ... * x  for 0 <= k < steps,
/// 0 <= i < rows, 0 <= j < columns.
/// \param call        name of the statement that calls
/// \param has_buffer  whether the target is a buffer of its own, with rows of a block's width
CallContract block_contract(const std::string &call, const BlockParts &parts,
                            const program::Contraction &contraction, bool has_buffer);

} // namespace espalier::lowering
