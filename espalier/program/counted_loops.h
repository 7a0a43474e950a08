#pragma once

#include "espalier/program/expression.h"

#include <optional>
#include <string>

namespace espalier::program {

/// A loop that data end and that counts up by one: its counter, from where, and to before where.
struct CountedLoop {
    LocalValue counter;
    ExpressionPtr first, end;
    bool includes_end;
};

/// A loop that data end, if its one counter starts in its first clause, and nothing but its step
/// changes it: `for (k = first; k < end; k++) body`.
std::optional<CountedLoop> counted(const DataLoop &loop);

/// Whether a part of a body assigns to a variable of it.
bool assigns(const Expression &part, const std::string &local);

/// A number that is not negative and fits into an `int`, if an expression is one, as C spells it.
std::optional<long> number_spelled(const Expression &expression);

} // namespace espalier::program
