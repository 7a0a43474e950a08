#pragma once

#include <optional>
#include <string>

namespace espalier::tuning {

/// What a command of the shell did.
struct ProcessResult {
    bool has_failed = false;
    std::string reason; ///< for people: "exit status 1: undefined reference to ..."
    std::string output;
    double seconds = 0; ///< by the clock on the wall
};

/// Runs a command of the shell, with nothing to read.
/// \param folder  where its output is kept while it runs
/// \param limit   seconds of computation on all cores after which it is ended
ProcessResult run_command(const std::string &command, const std::string &folder,
                          std::optional<double> limit);

/// A word for the shell, in quotes if it needs them.
std::string shell_word(const std::string &word);

} // namespace espalier::tuning
