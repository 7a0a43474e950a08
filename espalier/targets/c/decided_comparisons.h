#pragma once

#include "espalier/program/program.h"

#include <functional>
#include <optional>

namespace espalier::targets {

/// A body, or part of one, without comparisons of unsigned values that their types decide as soon
/// as numbers stand for loop variables: `n < k` where k is 0. Compilers would warn of them.
/// \param number  that stands for a part of the body, not negative; nothing if it is none
program::ExpressionPtr with_comparisons_decided(
    const program::Program &program, const program::Statement &statement,
    const program::ExpressionPtr &body,
    const std::function<std::optional<long>(const program::Expression &)> &number);

} // namespace espalier::targets
