#pragma once

#include "espalier/program/program.h"

#include <isl/cpp.h>

namespace espalier::program {

/// A program in a case of its symbolic constants alone: its model rests on this, too.
/// \param condition  { : ... }
Program in_case(Program program, const isl::set &condition);

} // namespace espalier::program
