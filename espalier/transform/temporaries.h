#pragma once

#include "espalier/program/program.h"

#include <optional>

namespace espalier::transform {

///   s = u[i];  s += u[i - 1];  v[i] = w * s;   ->   v[i] = w * (u[i] + u[i - 1]);
/// Forward substitution of scalars: what a statement reads of a local scalar that statements before
/// it in the same loops assigned or updated, it computes itself, in the same order of operations
/// and converted as the assignments do. A scalar goes if that makes no operation run twice, but for
/// one sum, difference or product, and if nothing is written in between that its value reads;
/// likewise one that always has the same constant.
/// \return a program that does the same; nothing if there is no such scalar
std::optional<program::Program> with_temporaries_substituted(const program::Program &program);

} // namespace espalier::transform
