#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/script/source.h"
#include "espalier/strategies/candidate.h"
#include "espalier/strategies/strategy.h"
#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::script {

/// What a script transforms.
struct Region {
    std::string function; ///< name of the C function around it
    SourcePlace place;
    transform::MatrixView view;
};

/// What a script makes of a region: an order, and what is done after its check.
struct Outcome {
    transform::MatrixView view;   ///< with what functions are to execute
    std::string description = {}; ///< of what strategies did, for people
    bool weighs_threads = false;  ///< loops run in parallel only where that pays by the estimate
    /// Where parallel loops have too little to do, the region runs as it is in the source.
    bool keeps_small_source = false;
    /// With fewer instances of the statement that has the most, or where one of its dimensions
    /// is shorter, the region runs as it is in the source.
    double least_instances = 0;
    std::vector<double> least_lengths = {};
    bool keeps_source = false; ///< the region is left as it was
    /// Does what the region's program does, in its own order: what the result is checked against;
    /// null: the region's program.
    std::shared_ptr<const program::Program> reference = {};
    bool has_own_order = true; ///< that of its program
};

/// A transformation that a script has called.
struct Step {
    std::size_t region;
    unsigned line;    ///< of the script, where the call is; in a Lua function, the line there
    std::string call; ///< "tile(\"i\", {32, 32})", with arguments as they were passed
    transform::MatrixView after;
    std::shared_ptr<const program::Program> reference; ///< as Outcome has it
};

/// A call of `choose`.
struct Choice {
    std::string
        name; ///< that the script gives; else "choice 1", "choice 2", ... in the order of calls
    std::vector<std::string> alternatives; ///< as in a script; functions by their positions
    unsigned line;                         ///< of the script
};

/// What strategies for nests of one kind go by.
struct StrategyInputs {
    dependence::Dependences dependences; ///< of the program in an order that respects them
    machine::Machine machine;
    bool parallel;  ///< whether loops may run in parallel
    bool fast_math; ///< whether floating-point operations may be done in another order
    strategies::Services *services = nullptr; ///< null: there are none
};

/// What scripts can ask for and needs more than the representation. An empty function means that
/// it is not to be had.
struct Hooks {
    /// check(): whether the transformed region respects the dependences.
    /// \param steps  all so far, of all regions
    /// \throws Error if it does not
    std::function<void(std::size_t region, const std::vector<Step> &steps)> check;
    /// legalize(): the region, corrected, and what was done, a line each.
    std::function<transform::MatrixView(std::size_t region, const Outcome &,
                                        std::vector<std::string> &what_was_done)>
        legalize;
    /// For functions that do what a strategy does with the whole region.
    std::function<StrategyInputs(std::size_t region, const Outcome &)> strategy_inputs;
    /// Whether what a strategy makes of a region respects the dependences. Empty: who knows; it is
    /// taken.
    std::function<bool(std::size_t region, const Outcome &, const strategies::Candidate &)>
        is_legal;
    /// plan_around(...): the region with a plan for what is in no nest with these statements;
    /// nothing if there is none.
    std::function<std::optional<transform::MatrixView>(std::size_t region, const Outcome &,
                                                       const std::set<std::string> &labels)>
        plan_around;
    /// plan_nests(): the nests of the region as strategies for nests of their kind have them;
    /// nothing if there is none for any.
    std::function<std::optional<strategies::Candidate>(std::size_t region, const Outcome &)>
        plan_nests;
    /// Strategies that scripts may call by their names, besides those of strategies::registry().
    std::vector<strategies::Strategy> strategies = {};
    /// choose{...}: the position of an alternative. If empty, the first one is chosen.
    std::function<std::size_t(const Choice &)> choose;
};

/// What a script may use. The time that transformations and hooks take does not count.
struct Limits {
    std::size_t memory = std::size_t(256) << 20; ///< bytes, of Lua's values
    unsigned long instructions = 200'000'000;    ///< of Lua, or the like in work on memory
    unsigned seconds = 20;                       ///< in case instructions take very long
    std::size_t transformations = 10'000;
    std::size_t printed = std::size_t(1) << 20; ///< bytes
};

struct Result {
    std::vector<Outcome> regions; ///< in the order of the input
    std::vector<Step> steps;
    std::vector<std::string> prints; ///< a line for each call of `print`
};

/// Runs a Lua 5.4 script that transforms one or several regions (composition, sections 5.2 and 6).
/// Whether the result is legal is not checked, unless the script asks.
/// \throws Error{script_error, impossible_transformation}, with the place in the script, if it is
///         no Lua, fails, passes a limit, or calls a transformation that cannot be applied; what
///         hooks throw, with the place if it has none
Result run(const Source &source, std::vector<Region> regions, const Hooks &hooks,
           const Limits &limits = {});

} // namespace espalier::script
