#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/value_ranges.h"

namespace espalier::lowering {

/// A loop that goes through registers.
struct RegisterLoop {
    ast::For head;                ///< without its body
    ast::ExpressionPtr condition; ///< what is to hold in an iteration; null: nothing
};

/// for (r = a; r <= min(3, b); r++) S  ->  for (r = 0; r < 4; r++) if (a <= r && r <= b) S
/// With bounds that are constants a compiler can unroll the loop, and keeps what `r` is a subscript
/// of in registers.
/// \param loop     in steps of one; its role says how many registers there are
/// \param numbers  what symbolic constants may be: conditions that these decide are left out
RegisterLoop register_loop(const ast::For &loop, const ast::Intervals &numbers);

} // namespace espalier::lowering
