#pragma once

#include "espalier/machine/code_part.h"
#include "espalier/machine/machine.h"

#include <vector>

namespace espalier::machine {

/// How threads divide the work of a parallel loop.
struct Division {
    double part; ///< of the work, that the thread with the most to do does
    /// Iterations that are handed out at a time, as threads become free; 0: all are at once.
    long handed_out;
};

/// How many threads have something to do in a loop: sharing_threads, but at most `count`.
/// \param count  of iterations
double busy_threads(long count, const Machine &machine);

/// How threads divide a loop in which the iterations' work grows or falls linearly: each takes a
/// run of them, of numbers that differ by one at most, unless one would get much more to do than
/// the others.
/// \param count          of iterations
/// \param first, second  cycles of the iterations at first_place and at second_place
/// \param has_loops      inside; without, iterations are not handed out one by one
/// \param threads        as busy_threads has them
Division divide(long count, double first, double second, bool has_loops, double threads);

/// Cycles for lines that several threads write: where each iteration writes to many lines, next
/// to what the others write, and all those of a thread fill few of each, as along the diagonals
/// of a wavefront.
/// \param iteration  the mean of the loop's; its last strides are those in the loop
/// \param own        iterations that each thread executes
double transfer_cycles(const CodePart &iteration, double own, const Machine &machine);

/// Cycles for lines that a region touches first in a parallel loop, if one thread has all of them
/// in its caches from what ran before: the others get their parts from there.
/// \param iteration  the mean of the loop's; its last strides are those in the loop
/// \param own        iterations that each thread executes
/// \param around     iterations of the loops around it, outermost first: in each one, the loop runs
double handed_over_cycles(const CodePart &iteration, double own, const std::vector<double> &around,
                          double threads, const Machine &machine);

/// From how many elements on a pass over them that computes little is worth sharing, where threads
/// start behind it anyway: with one significant digit.
long elements_worth_sharing(const Machine &machine);

} // namespace espalier::machine
