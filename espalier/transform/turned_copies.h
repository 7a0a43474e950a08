#pragma once

#include "espalier/program/program.h"

#include <optional>

namespace espalier::transform {

///   t = e;  A[i][k] = t;   ->   A[i][k] = e;  t = A[i][k];
/// Has local scalars be copies of the elements that get the same value next, so that what reads the
/// scalar from then on may as well read the element.
/// \return a program that does the same; nothing if there is no such scalar
std::optional<program::Program> with_copies_turned(const program::Program &program);

} // namespace espalier::transform
