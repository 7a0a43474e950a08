#pragma once

#include "espalier/ast/ast.h"
#include "espalier/driver/budget.h"
#include "espalier/machine/machine.h"
#include "espalier/presburger/context.h"
#include "espalier/strategies/candidate.h"
#include "espalier/transform/plan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

/// What estimates of a choice are made from.
struct EvaluatedCode {
    program::Program program;
    schedule::Tree tree; ///< with all of its parallel loops
    ast::NodePtr loops;  ///< of that tree, without blocks
    bool is_kept;        ///< it is the text of the source, which a compiler sees as it is
};

/// A way to run a region that is known to respect all dependences, or checked before it is taken.
struct Choice {
    transform::Plan plan;              ///< with those of its parallel loops that pay
    std::string description;           ///< for people
    bool is_source = false;            ///< in the order of the source
    bool is_tiled = false;             ///< into tiles of usual sizes, by no model of a strategy
    std::optional<double> cycles = {}; ///< nothing if there is no estimate
    double kernel_cycles = 0;          ///< of these: as machine::Estimate has them
    /// What `cycles` were estimated from; null if there is no estimate.
    std::shared_ptr<const EvaluatedCode> code = {};
    /// What a strategy for nests of one kind has made of it: loops that do not pay may still ask to
    /// be parallel in it.
    std::optional<strategies::Candidate> made = {};
};

/// Estimates what a choice takes, and drops the parallel loops that do not pay. Where kernels
/// execute blocks, which always have enough to do, other loops get conditions instead.
/// \param budget  operations; 0: no limit
void assess(Choice &choice, const machine::Machine &machine, const presburger::Context &context,
            unsigned long budget);

/// Has the parallel loops of a choice that assess() has left start threads from where on they pay
/// by estimates for smaller and larger sizes than usual ones; for the choice that is taken.
void settle_threads(Choice &choice, const machine::Machine &machine,
                    const presburger::Context &context, unsigned long budget);

/// Code whose parallel loops run on one thread.
ast::NodePtr on_one_thread(const ast::NodePtr &code);

/// The cycles of a choice whose parallel loops run on one thread; nothing if there is no estimate.
std::optional<double> cycles_on_one_thread(const Choice &choice, const machine::Machine &machine);

/// Whether cycles of a choice are clearly fewer than others, as far as estimates tell.
bool is_clearly_faster(const Choice &choice, double cycles, double than);

/// What of a region's budget the estimate of one choice may take.
inline unsigned long estimate_budget(unsigned long budget)
{
    return presburger::part_of_budget(budget, 7);
}

/// Whether a choice is faster than the source, and most of its time passes in kernels that reach
/// what the machine does in a cycle: no other choice is clearly faster. Kernels for blocks that are
/// far smaller than theirs take long for little.
bool is_near_peak(const Choice &choice, const Choice &source);

/// The fastest choice by the estimates, except that the order of the source goes before others that
/// are hardly faster. Those without an estimate come last.
/// Precondition: there are choices
const Choice &best(const std::vector<Choice> &choices);

/// The first of some choices with a name as in compare(): the strategy that made it, or what was
/// done; nothing if there is none.
const Choice *named(const std::vector<Choice> &choices, const std::string &name);

/// "tiled over time, by `time_tile`": what was done, and the strategy that did it, for people.
std::string title(const Choice &choice);

/// "the source takes 4.1e+08 cycles; relative speeds: `time_tile` 2.31, scheduled 0.90": what the
/// estimates say of them.
/// \return empty if there is no estimate of the order of the source without threads
std::string compare(const std::vector<Choice> &choices);

} // namespace espalier::driver
