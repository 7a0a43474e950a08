#pragma once

#include "espalier/driver/choices.h"
#include "espalier/driver/region_analysis.h"
#include "espalier/driver/region_pipeline.h"
#include "espalier/driver/regions.h"
#include "espalier/driver/windows.h"
#include "espalier/program/loops.h"
#include "espalier/script/directives.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

/// What is known of a region before it is planned.
struct Analyzed {
    RegionAnalysis analysis;
    std::vector<Choice> sources; ///< source_choices()
};

/// A region on its way from its program to its code.
struct RegionWork {
    std::size_t number; ///< of the region in the file
    FileWork &file;
    OptimizeOptions own_options; ///< the file's, with the region's budget
    /// What the region is in a case that gets code of its own; nothing: in all of them.
    std::optional<frontend::Region> in_case = {};
    std::optional<Analyzed> known = {};    ///< once it has been found out
    unsigned long analysis_operations = 0; ///< that this took, or that were not enough
    /// Which of the choices that planning has found has become code.
    std::optional<Choice> chosen = {};
    RegionResult result = {};

    const OptimizeOptions &options() const { return own_options; }
    const presburger::Context &context() const { return file.context; }
    Timings &timings() const { return file.timings; }
    const frontend::Region &region() const
    {
        return in_case ? *in_case : file.extraction.regions[number];
    }

    void remark(DiagnosticKind kind, const std::string &message)
    {
        result.remarks.push_back({Severity::remark, kind, region().place, message});
    }

    /// Opens a window on what a phase has made.
    template <class... Values>
    void show(Phase phase, const Values &...values)
    {
        if (options().windows.is_open(phase))
            result.windows += fmt::format("--- # {}, after {}\n{}", driver::title(region()),
                                          name(phase), driver::shown(values...));
    }

    /// Whether a script says how to transform the region: that of the user says it for all.
    bool follows_script() const
    {
        return options().script || !program::directives_in(region().program.nest).empty();
    }
};

} // namespace espalier::driver
