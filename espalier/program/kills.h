#pragma once

#include "espalier/program/program.h"

namespace espalier::program {

/// A statement that ends the life of what is in an array, executed once and named so that no other
/// one of the program has its name.
Statement kill_of(const Program &program, std::size_t array);

} // namespace espalier::program
