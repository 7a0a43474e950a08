#pragma once

#include "espalier/program/program.h"

namespace espalier::program {

/// The program without statements that have no instances for any values of the symbolic constants
/// that its code is made for, and without the loops that this empties: `if (n - i > n)` for an
/// unsigned n. The other statements keep their names, and all arrays stay. Returns the program
/// itself where no statement but kills would be left.
Program without_dead_statements(Program program);

} // namespace espalier::program
