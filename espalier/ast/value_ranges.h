#pragma once

#include "espalier/ast/ast.h"

#include <gmpxx.h>

#include <map>
#include <optional>
#include <string>

namespace espalier::ast {

/// The integers from `least` to `greatest`.
struct Interval {
    mpz_class least, greatest;

    bool contains(const Interval &other) const
    {
        return least <= other.least && other.greatest <= greatest;
    }
};

/// The values that names may have.
using Intervals = std::map<std::string, Interval>;

/// What the value of an expression is among, by interval arithmetic.
/// \return nothing if it uses names that have no interval, or divides by what may be zero or less
std::optional<Interval> range(const ExpressionPtr &expression, const Intervals &names);

/// Whether an expression and all its parts have values within `limits`, by interval arithmetic: no
/// may mean that this cannot see it. Parts count even if a condition keeps them from being
/// evaluated.
/// \param names  all that the expression uses; a name without an interval may have any value
bool stays_within(const Interval &limits, const ExpressionPtr &expression, const Intervals &names);

/// The same of every expression in code, and of every value of its loop variables, the one that
/// ends a loop included.
/// \param constants  of the symbolic constants
bool stays_within(const Interval &limits, const NodePtr &code, const Intervals &constants);

} // namespace espalier::ast
