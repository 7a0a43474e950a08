#pragma once

#include "espalier/driver/optimize.h"

#include <CLI/CLI.hpp>

#include <string>

namespace espalier {

/// The scheduler's part of a command line: every heuristic of scheduler::Options.
class SchedulerOptions {
public:
    /// Adds the options to a command. What is parsed stays in this object.
    void add_to(CLI::App &command);

    /// Writes what was parsed to the options of the driver.
    void settle(driver::OptimizeOptions &options) const;

private:
    void add_heuristics(CLI::App &command);

    scheduler::Options heuristics_;
    std::string scheduler_ = "auto", strategy_ = "auto";
    bool live_range_reordering_ = true;
};

} // namespace espalier
