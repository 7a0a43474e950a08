#pragma once

#include "espalier/machine/footprint.h"

#include <cstddef>
#include <vector>

namespace espalier::machine {

/// What a part of some code does in one execution.
struct CodePart {
    /// Of a reference.
    struct Origin {
        std::size_t place;           ///< in the code
        std::vector<double> strides; ///< in the loops around the part, outermost first
    };

    double cycles = 0;        ///< if all data are in the first-level cache
    double kernel_cycles = 0; ///< of these: in kernels that execute blocks
    std::vector<Reference> references = {};
    std::vector<Origin> origins = {}; ///< one for each reference

    /// Adds what another part does.
    void append(CodePart other);

    /// Forgets strides in the innermost of the loops around, which is degenerate.
    void drop_last_strides();
};

/// Notes which references of an innermost loop cross lines as compilers' vectors go through them:
/// those in one row, of which not all can begin with a line.
/// \param body  one iteration
void note_crossings(CodePart &body, const Machine &machine);

/// An execution of some code, and the part of all that it stands for.
struct Sample {
    CodePart part;
    double weight;
};

/// What code does on average; weights have the sum 1.
CodePart mean(std::vector<Sample> samples);

} // namespace espalier::machine
