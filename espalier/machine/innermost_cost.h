#pragma once

#include "espalier/machine/body_cost.h"
#include "espalier/machine/machine.h"

#include <cstddef>
#include <vector>

namespace espalier::machine {

/// An access in the body of an innermost loop.
struct MovingAccess {
    std::size_t array; ///< position in Program::arrays
    bool is_write;
    double address; ///< bytes from the array's beginning
    double stride;  ///< bytes to the address in the next iteration
    double element_bytes;
    bool stays = false; ///< it goes through the same addresses when the loop runs the next time
};

/// A statement in the body of an innermost loop.
struct MovingStatement {
    const BodyCost *body;
    std::vector<MovingAccess> accesses; ///< as in program::Statement
    double choices = 0;                 ///< between functions of the loop's variable, in subscripts
    /// It computes the same in each iteration, as far as what it reads is the same.
    bool is_steady = false;
};

/// What compilers know of how the iterations of a loop depend on each other.
enum class Independence {
    stated, ///< the code says that they do not
    summed, ///< only by sums, of which vectors take the terms in order (LoopKind::strict_vector)
    seen,   ///< compilers find out, with checks of what may overlap
    hidden, ///< there are more such checks than compilers make
};

/// How often a loop runs, and whether the code says so: compilers write such short loops out.
struct IterationCount {
    double count;
    bool is_constant = false;
    bool is_few = false; ///< each time, by numbers in the code (CodeLoops::is_between_numbers())
};

/// What a loop without loops inside takes.
struct InnermostCost {
    double cycles;  ///< if all data are in the first-level cache
    bool is_vector; ///< compilers make vectors of it
};

/// \param statements  of the body, in order; those under conditions count like others
/// \param guards      comparisons that are evaluated in each iteration
InnermostCost innermost_cost(const std::vector<MovingStatement> &statements, double guards,
                             IterationCount iterations, Independence independence,
                             const Machine &machine);

/// Cycles of statements outside innermost loops, likewise.
double straight_cycles(const MovingStatement &statement);

} // namespace espalier::machine
