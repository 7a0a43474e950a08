#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

namespace espalier::schedule {

/// The execution order that the source has, kill statements included.
Tree original_schedule(const program::Program &program);

/// The same without them.
Tree original_schedule_without_kills(const program::Program &program);

} // namespace espalier::schedule
