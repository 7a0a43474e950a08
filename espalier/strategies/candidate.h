#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/transform/plan.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// A program, and the dependences in its own order.
struct AnalyzedProgram {
    program::Program program;
    dependence::Dependences dependences;
};

/// Finds the dependences of a program.
std::shared_ptr<const AnalyzedProgram> analyzed(program::Program program);

/// What a strategy would make of a region, or of a nest of one. Whether it is legal is for a check
/// to tell, and whether it pays for an estimate.
struct Candidate {
    /// Loops have the roles that they ask for, and steps lead there from the order that the
    /// strategy was given.
    transform::Plan plan;
    std::string description; ///< what was done, for people
    /// By a model of the strategy's own, which knows more of such nests than the estimate, it pays.
    bool has_model = true;
    /// The loops are those of the source, of which compilers are told more.
    bool keeps_loops = false;
    /// What the plan is to do the same as; null: the subject.
    std::shared_ptr<const AnalyzedProgram> reference = {};
    std::string strategy = {}; ///< its name, where there is one for it
    /// Of nests that were planned each alone: what was chosen for each among what, for people.
    std::vector<std::string> nests = {};
};

/// Takes a candidate, if it is legal.
/// \return whether it is
using Offer = std::function<bool(const Candidate &)>;

} // namespace espalier::strategies
