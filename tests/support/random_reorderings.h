#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"
#include "tests/support/random_functions.h"

namespace espalier::test {

/// A schedule of the instances of a program but its kills: its own order after one to four random
/// edits, or one of random functions. Not often, some instances are missing.
schedule::Tree random_reordering(const program::Program &program, Random &random);

} // namespace espalier::test
