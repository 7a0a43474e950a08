#pragma once

#include "espalier/program/program.h"

#include <functional>
#include <optional>
#include <string>

namespace espalier::targets {

/// How parts of a body come out where an instance is printed.
struct PrintedParts {
    /// The number that stands for a part, not negative; nothing if it is none.
    std::function<std::optional<long>(const program::Expression &)> number;
    std::function<std::string(const program::Expression &)> text;
};

/// A body, or part of one, without comparisons of integers that are decided as soon as numbers
/// stand for loop variables: `n < k` of an unsigned n where k is 0, `a[k] < a[k]`. Compilers would
/// warn of them.
program::ExpressionPtr with_comparisons_decided(const program::Program &program,
                                                const program::Statement &statement,
                                                const program::ExpressionPtr &body,
                                                const PrintedParts &printed);

} // namespace espalier::targets
