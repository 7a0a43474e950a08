#pragma once

#include "espalier/ast/evaluate.h"
#include "espalier/machine/estimate.h"
#include "espalier/program/program.h"
#include "espalier/schedule/loops.h"

#include <optional>
#include <vector>

namespace espalier::strategies {

/// Work from which on threads pay, in cycles: those that wait, and those that sleep meanwhile.
struct EnoughCycles {
    double awake, asleep;
};

/// The mean of two conditions that compare the same.
schedule::WorkCondition between(const schedule::WorkCondition &one,
                                const schedule::WorkCondition &other);

/// Makes conditions under which there is enough to do, from the extents of statement instances.
class WorkConditions {
public:
    /// \param sizes  values of the parameters, to weigh statements against each other; has to
    ///               outlive this
    WorkConditions(const program::Program &program, const ast::Values &sizes);

    /// Whether a condition holds for some values of the symbolic constants that their types can
    /// hold.
    bool can_hold(const schedule::WorkCondition &condition) const;

    /// \name The condition of a loop.
    /// \return nothing if its work depends on the parameters, but not in a simple way; or if it
    ///         does not, and is enough for threads that sleep while they wait, or for none
    /// @{
    std::optional<schedule::WorkCondition> make(const schedule::Loop &loop,
                                                const machine::ParallelWork &work) const;

    /// \param cycles  of an instance
    std::optional<schedule::WorkCondition> make(const schedule::Loop &loop, double cycles,
                                                const EnoughCycles &enough) const;
    /// @}

    /// A condition, weakened so that it holds for the sizes if a loop pays for them.
    /// \param condition  as make() has it, for any sizes
    /// \param work       of the loop, for the sizes
    schedule::WorkCondition weakened(schedule::WorkCondition condition,
                                     const machine::ParallelWork &work) const;

    /// The lengths of those dimensions of the statement with the most instances in the program that
    /// depend on symbolic constants: { [] -> [n] }. Their product, times a constant, is how many it
    /// has, at most.
    /// \return none if there are none, or if one of them is no simple function
    std::vector<isl::pw_aff> lengths() const;

    /// What functions of symbolic constants make together for some sizes.
    /// \param factors  { [] -> [n] }
    /// \return infinity if numbers become too large
    double product(const std::vector<isl::pw_aff> &factors, const ast::Values &sizes) const;

    /// The product of `lengths`, as lengths() has them, between what it is for some sizes and for
    /// some smaller ones, but nearer to the former: code that has not run for a while is slower
    /// than estimates have it. One digit of it is not 0.
    double instances_between(const std::vector<isl::pw_aff> &lengths, const ast::Values &smaller,
                             const ast::Values &larger) const;

private:
    /// Of what a loop executes of a statement.
    struct VaryingExtents {
        std::vector<isl::pw_aff> factors;
        /// The loop runs once in each wave, and there are as many as dimensions are long together.
        bool has_waves;
    };

    std::optional<schedule::WorkCondition> make(VaryingExtents extents, double cycles,
                                                const EnoughCycles &enough) const;
    schedule::WorkCondition constant_work(double cycles, const EnoughCycles &enough) const;
    VaryingExtents heaviest_extents(const schedule::Loop &loop) const;
    VaryingExtents varying_extents(const schedule::Loop &loop, const isl::set &instances) const;
    const program::Program &program_;
    isl::set context_, possible_;
    const ast::Values &sizes_;
};

} // namespace espalier::strategies
