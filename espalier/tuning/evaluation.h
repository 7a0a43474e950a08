#pragma once

#include <optional>
#include <string>
#include <vector>

namespace espalier::tuning {

/// What running a program has shown.
struct Measurement {
    bool has_failed = false;          ///< it does not compile, or a run of it fails
    std::string message;              ///< why
    std::vector<double> seconds;      ///< of each run
    std::vector<std::string> outputs; ///< of each run, without what says how long it took
};

/// Compiles programs and runs them, somewhere.
class Evaluator {
public:
    virtual ~Evaluator() = default;

    /// \param code   a C file
    /// \param limit  seconds after which a run may be given up, as one that fails
    virtual Measurement measure(const std::string &code, std::optional<double> limit) = 0;
};

} // namespace espalier::tuning
