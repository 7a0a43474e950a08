#pragma once

#include "espalier/driver/budget.h"
#include "espalier/machine/machine.h"
#include "espalier/presburger/context.h"
#include "espalier/transform/plan.h"
#include "espalier/transform/scop.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

/// A way to run a region, and what that takes.
struct Candidate {
    transform::Plan plan;    ///< with those of its parallel loops that pay
    std::string description; ///< for people
    bool is_source = false;  ///< in the order of the source
    /// By a strategy for nests of one kind; known to respect all dependences.
    bool is_proposed = false;
    bool has_model = false;            ///< as strategies::Proposal has it
    std::string strategy = {};         ///< likewise
    std::optional<double> cycles = {}; ///< nothing if there is no estimate
    /// The same order, where a strategy made it: loops that do not pay may still be parallel in it.
    std::optional<transform::Scop> scop = {};
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
