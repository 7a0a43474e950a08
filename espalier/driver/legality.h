#pragma once

#include "espalier/dependence/violations.h"
#include "espalier/driver/relaxations.h"
#include "espalier/lowering/lowered_plan.h"
#include "espalier/strategies/cpu_strategy.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

/// What transformations of a region have to respect.
class Legality {
public:
    /// \param program   in its own order
    /// \param parallel  whether loops may run in parallel
    Legality(const program::Program &program, const dependence::Dependences &dependences,
             const ReductionOptions &reductions, bool parallel);

    /// A transformed region, ready for AST generation, and the dependences that it breaks.
    /// Instances that it leaves out are no violation if they are dead; updates of reductions that
    /// may change their order may also do so without parallel loops.
    struct Outcome {
        schedule::Tree tree; ///< with the roles that loops get
        std::vector<dependence::Violation> violations;

        bool is_legal() const { return violations.empty(); }
    };
    /// \param program  the transformed one
    /// \param tree     its order; loops have the roles that they ask for
    Outcome check(const program::Program &program, const schedule::Tree &tree) const;

    /// What a plan breaks with its copies, its kernels and functions for rows, by what calls
    /// execute (lowering::executed), with instances that show it; nothing if that is nothing.
    /// \param plan  of an order that has been checked, with its buffers declared
    std::optional<std::string> objection(const lowering::LoweredPlan &plan) const;

private:
    schedule::Tree resolved(const program::Program &program, const schedule::Tree &tree) const;

    const program::Program &program_;
    dependence::Dependences exact_;       ///< without reductions
    dependence::Dependences dependences_; ///< relaxed for those that are permitted
    strategies::CpuStrategy strategy_;
};

} // namespace espalier::driver
