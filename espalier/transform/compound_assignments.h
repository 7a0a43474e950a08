#pragma once

#include "espalier/program/program.h"

#include <optional>

namespace espalier::transform {

///   x = x + e;  x = e + x;  x = x - e;   ->   x += e;  x += e;  x -= e;
/// The one form of updates that strategies look for. Values are the same bit for bit.
program::Program with_compound_assignments(program::Program program);

///   x += a * b - c * d;   ->   x = x + a * b - c * d;
/// Adds the terms of sums in floating point to what they update one by one, which takes fewer
/// operations where each is multiplied and added at once, and rounds in another way: for
/// `--fast-math`. The statements are those that otherwise add a sum or difference of products.
/// \return nothing if there are no such statements
std::optional<program::Program> with_terms_added_apart(const program::Program &program);

} // namespace espalier::transform
