#pragma once

#include "espalier/driver/commands.h"

#include <CLI/CLI.hpp>

#include <string>

namespace espalier {

/// What `espalier tune` has beside the options for C.
class TuneOptions {
public:
    /// Adds the options to a command. What is parsed stays in this object.
    void add_to(CLI::App &command);

    /// Writes what was parsed to the options of the driver, which have the script already.
    /// \throws Error{bad_command_line}
    void settle(driver::TuneOptions &options) const;

private:
    tuning::Options search_;
    tuning::Commands commands_;
    std::string database_, metric_ = "wall";
};

} // namespace espalier
