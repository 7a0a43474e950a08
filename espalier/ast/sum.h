#pragma once

#include "espalier/ast/ast.h"

#include <isl/cpp.h>

#include <vector>

namespace espalier::ast {

/// coefficient * value
struct Term {
    isl::val coefficient; ///< not zero
    ExpressionPtr value;
    bool varies; ///< whether it depends on loop variables
};

struct Sum {
    std::vector<Term> terms;
    isl::val constant;
};

/// The sum, positive terms first, the constant last.
ExpressionPtr to_expression(const Sum &sum);

/// Whether the sum is zero (if `is_equality`), or else whether it is not negative: loop variables
/// are compared with symbolic constants, and what remains has few operators.
///   n - i - 1 >= 0   ->   i < n
ExpressionPtr to_comparison(const Sum &sum, bool is_equality);

} // namespace espalier::ast
