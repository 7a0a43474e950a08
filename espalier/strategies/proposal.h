#pragma once

#include "espalier/transform/scop.h"

#include <optional>
#include <string>

namespace espalier::strategies {

/// What a strategy would make of a region. Whether it is legal is for a check to tell, and whether
/// it pays for an estimate.
struct Proposal {
    transform::Scop scop;    ///< rows say what executes the loops
    std::string description; ///< what was done, for people
    /// By a model of the strategy's own, which knows more of such nests than the estimate, it pays.
    bool has_model = true;
    /// The program that `scop` is of, in its own order, if that is not the region's, but does the
    /// same.
    std::optional<program::Program> equal_program = {};
    std::string script = {};   ///< that makes it of the order that the strategy was given
    std::string strategy = {}; ///< its name, where there is one for it
};

} // namespace espalier::strategies
