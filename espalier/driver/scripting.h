#pragma once

#include "espalier/base/error.h"
#include "espalier/base/timings.h"
#include "espalier/driver/planning.h"
#include "espalier/driver/references.h"
#include "espalier/driver/script_history.h"
#include "espalier/frontend/frontend.h"
#include "espalier/script/script.h"
#include "espalier/strategies/contractions/blocked_contractions.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::driver {

struct ScriptOptions {
    ReductionOptions reductions;
    bool parallel;                                ///< whether loops may run in parallel
    machine::Machine machine;                     ///< that strategies are for
    std::vector<strategies::Strategy> strategies; ///< that scripts may call
    /// Which alternative of a `choose` is taken; empty: the first.
    std::function<std::size_t(const script::Choice &)> choose = {};
    strategies::Services *services = nullptr; ///< for strategies; outlives the run
    /// nests_planned, with what that takes.
    std::function<std::optional<strategies::Candidate>(const program::Program &)> plan_nests = {};
};

/// The script that does what the directives in the regions of a file say, with their places;
/// nothing if there are none.
/// \throws Error{script_error}
std::optional<script::Source> script_of_directives(const std::vector<frontend::Region> &regions);

/// What a script makes of the regions of a file.
class ScriptRun {
public:
    /// Runs the script. `check()` and `legalize()` in it look at the dependences of a region, which
    /// are found when they are first asked for.
    /// \param regions  outlives the run
    /// \throws what script::run throws, and Error{broken_dependence}
    ScriptRun(script::Source source, const std::vector<frontend::Region> &regions,
              const ScriptOptions &options, Timings &timings);

    /// Whether the script has transformed a region.
    bool transforms(std::size_t region) const;

    /// What strategies that the script called did to a region, for people.
    std::string description(std::size_t region) const;

    /// Whether the script says that a region is to stay as it was.
    bool keeps_source(std::size_t region) const { return result_.regions[region].keeps_source; }

    /// The plan of a region after the script, and its program, with another data layout if the
    /// script has changed it.
    /// \throws Error{broken_dependence} if it breaks dependences: with the place in the script of
    ///         the transformation that breaks one of them for good, and two instances;
    ///         Error{impossible_transformation} if what the script asks for in the end cannot be
    ///         done, with the place where it does
    RegionPlan planned(std::size_t region);

    /// What a plan of a region breaks with its kernels and functions, as Legality has it.
    std::optional<std::string> objection(std::size_t region, const lowering::LoweredPlan &plan);

    /// Whether loops are to run in parallel only where that pays by the estimate.
    bool weighs_threads(std::size_t region) const;

    const std::vector<script::Step> &steps() const { return result_.steps; }
    /// An error that keeps a region from having code, with the place in the script of the
    /// transformation that brings it about.
    /// \param has_code  whether there is code for a plan of a program
    Error located(std::size_t region, const Error &error,
                  const std::function<bool(const transform::Plan &)> &has_code);

    const std::vector<std::string> &prints() const { return result_.prints; }

private:
    const program::Program &reference(std::size_t region, const script::Outcome &outcome) const;
    script::StrategyInputs strategy_inputs(const program::Program &reference,
                                           const transform::MatrixView &view);
    bool is_in_own_layout(std::size_t region, const script::Outcome &outcome) const;
    Legality::Outcome check(const ScriptState &state);
    schedule::Tree legal_tree(std::size_t region, const std::vector<script::Step> &steps);
    void require_blocks(std::size_t region, const transform::MatrixView &view,
                        const std::vector<strategies::BlockedContraction> &blocks) const;
    Error impossible_at(std::size_t region, const std::string &function,
                        const std::string &reason) const;
    Error broken(const ScriptHistory &history,
                 const std::vector<dependence::Violation> &violations);
    script::Hooks hooks();

    script::Source source_;
    const std::vector<frontend::Region> &regions_;
    std::vector<program::Program> programs_; ///< of the regions, in the form for strategies
    ScriptOptions options_;
    References references_; ///< steps keep those that are not theirs
    script::Result result_;
};

} // namespace espalier::driver
