#pragma once

#include "espalier/ast/ast.h"

namespace espalier::machine {

/// What compilers put copies of bodies in the place of: iterations of a loop, and statement
/// instances in them all.
constexpr long max_unrolled_iterations = 16, max_unrolled_instances = 32;

/// How many copies of its body compilers make of a loop: those of an innermost loop between two
/// numbers, if they are few; one for a degenerate loop; 0 where it stays a loop.
long copies_of_body(const ast::For &loop);

/// Whether some loop is left in a part of the code once compilers have replaced what they can.
bool has_loop(const ast::Node &node);

/// Whether a loop is in a condition.
bool has_conditional_loop(const ast::Node &node);

} // namespace espalier::machine
