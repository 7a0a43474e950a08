#pragma once

#include "espalier/base/error.h"
#include "espalier/base/timings.h"
#include "espalier/driver/legality.h"
#include "espalier/frontend/frontend.h"
#include "espalier/script/script.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

struct ScriptOptions {
    ReductionOptions reductions;
    bool parallel; ///< whether loops may run in parallel
    /// Which alternative of a `choose` is taken; empty: the first.
    std::function<std::size_t(const script::Choice &)> choose = {};
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

    /// A region's program after the script, with another data layout if the script has changed it.
    const program::Program &program(std::size_t region) const
    {
        return result_.regions[region].program;
    }

    /// The plan of a region after the script.
    /// \throws Error{broken_dependence} if it breaks dependences: with the place in the script of
    ///         the transformation that breaks one of them for good, and two instances
    codegen::CpuPlan plan(std::size_t region) { return legal_plan(region, result_.steps); }

    const std::vector<script::Step> &steps() const { return result_.steps; }
    /// An error that keeps a region from having code, with the place in the script of the
    /// transformation that brings it about.
    /// \param has_code  whether there is code for a plan of a program
    Error located(
        std::size_t region, const Error &error,
        const std::function<bool(const program::Program &, const codegen::CpuPlan &)> &has_code);

    const std::vector<std::string> &prints() const { return result_.prints; }

private:
    struct History;

    const Legality &legality(std::size_t region);
    codegen::CpuPlan legal_plan(std::size_t region, const std::vector<script::Step> &steps);
    Error broken(std::size_t region, const History &history,
                 const std::vector<dependence::Violation> &violations);
    script::Hooks hooks();

    script::Source source_;
    const std::vector<frontend::Region> &regions_;
    ScriptOptions options_;
    Timings &timings_;
    std::map<std::size_t, Legality> legalities_; ///< by region
    script::Result result_;
};

} // namespace espalier::driver
