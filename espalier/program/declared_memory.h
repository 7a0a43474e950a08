#pragma once

#include "espalier/program/program.h"

#include <optional>

namespace espalier::program {

/// A program with a context of its symbolic constants for which what it surely reads and writes
/// lies in the memory of its variables: for others, the source has no meaning. They are assumptions
/// where the model itself rests on assumptions for such others. An access gives one bound, or none.
/// Those that never lie there say nothing: who relies on what stands behind a variable had better
/// get what is written.
///   double a[100]; ... for (i = 0; i < n; i++) a[i] = 0;   ->   context { : n <= 100 }
Program with_declared_memory(Program program);

/// The number of an array's elements, if each thread can have so many on its stack: a MiB of
/// doubles.
std::optional<long> elements_on_stack(const Array &array);

} // namespace espalier::program
