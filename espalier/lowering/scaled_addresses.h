#pragma once

#include "espalier/ast/ast.h"
#include "espalier/program/program.h"

namespace espalier::lowering {

/// Whether a loop with no loops inside moves through an array at two speeds, of which one is two,
/// four or eight times the other, from places that change from one run of the loop to the next, or
/// backwards:
///     for c: B[-c - 1] |= B[-2 * c - 2]
/// gcc 12 has one pointer p for both, and finds the second element at 2 * p - B. It does not take
/// that for a place in B, believes that nothing reads what the loop writes, and leaves out a call
/// of the function.
bool has_scaled_addresses(const program::Program &program, const ast::For &loop);

} // namespace espalier::lowering
