#pragma once

#include "espalier/driver/budget.h"
#include "espalier/machine/machine.h"
#include "espalier/presburger/context.h"
#include "espalier/program/program.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/transform/scop.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

/// A way to run a region, and what that takes.
struct Candidate {
    program::Program program; ///< the region's, perhaps with another data layout
    transform::CpuPlan plan;  ///< with those of its parallel loops that pay
    std::string description;  ///< for people
    bool is_source = false;   ///< in the order of the source
    /// By a strategy for nests of one kind; known to respect all dependences.
    bool is_proposed = false;
    bool has_model = false, has_vector_rows = false; ///< as strategies::Proposal has them
    std::optional<double> cycles = {};               ///< nothing if there is no estimate
    std::string script = {};                         ///< that makes it, if that was asked for
    std::optional<transform::Scop> scop = {};        ///< as Planned has it
};

/// Estimates what a candidate takes, and drops the parallel loops that do not pay.
/// \param budget  isl operations; 0: no limit
void assess(Candidate &candidate, const machine::Machine &machine,
            const presburger::Context &context, unsigned long budget);

/// What of a region's budget the estimate of one candidate may take.
inline unsigned long estimate_budget(unsigned long budget) { return part_of_budget(budget, 8); }

/// The candidate to take: the fastest one by the estimates, except that the order of the source
/// goes before others that are hardly faster. Candidates without an estimate come last.
/// Precondition: there are candidates
const Candidate &best(const std::vector<Candidate> &candidates);

/// "tiled 0.42, scheduled 0.90": how fast the candidates are, relative to the order of the source
/// without threads.
std::string compare(const std::vector<Candidate> &candidates);

} // namespace espalier::driver
