#pragma once

#include "espalier/driver/commands.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace espalier {

/// For which machines code is written, and to which files: devices have files beside the host's.
class TargetOptions {
public:
    /// Adds the options to a command. What is parsed stays in this object.
    void add_to(CLI::App &command);

    /// Writes what was parsed to the options of the driver.
    /// \param output  name of the host's file, as it was given; empty if it was not
    /// \throws Error{bad_command_line}
    void settle(driver::OptimizeOptions &options, const std::string &input,
                const std::string &output);

    /// The name of the host's file; "-" is standard output.
    const std::string &output() const { return output_; }

    /// Writes the files beside the host's.
    /// \throws Error{unwritable_output}, before the first one, if one is there that Espalier has
    ///         not written, or one would take the place of what was not named as output
    void write_beside(const std::vector<targets::DeviceFile> &files) const;

private:
    std::string target_ = "openmp", device_, transfers_ = "auto", output_;
    bool embeds_kernels_ = false;
    bool is_output_named_ = true; ///< by the user
};

} // namespace espalier
