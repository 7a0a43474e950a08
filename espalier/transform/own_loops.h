#pragma once

#include "espalier/program/program.h"

namespace espalier::transform {

/// \name A statement more, in a loop of its own for each of its dimensions.
/// @{

/// In front of all that a program does.
void add_in_front(program::Program &program, program::Statement statement);

/// Behind it.
void add_behind(program::Program &program, program::Statement statement);
/// @}

/// Kills an array in front of everything, and behind it: no value comes in, and none goes out.
void kill_around(program::Program &program, std::size_t array);

} // namespace espalier::transform
