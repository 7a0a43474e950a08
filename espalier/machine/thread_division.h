#pragma once

#include "espalier/machine/code_part.h"
#include "espalier/machine/machine.h"

namespace espalier::machine {

/// How threads divide a loop's work.
struct Division {
    double part; ///< that the thread with the most to do does
    bool is_uneven;
};

/// How many threads share so many iterations. Who asks for threads means to run the code on several
/// cores.
double threads(long count, const Machine &machine);

/// \param first, second  cycles of an iteration at first_place and at second_place of the loop
/// \param has_loops      inside
Division divide(double first, double second, bool has_loops, double threads);

/// Cycles for lines that several threads write: where each iteration writes to many lines, next
/// to what the others write, and all those of a thread fill few of each, as along the diagonals
/// of a wavefront.
/// \param iteration  with its strides in the loop that is shared as the last ones
double transfers(const CodePart &iteration, long count, const Machine &machine);

} // namespace espalier::machine
