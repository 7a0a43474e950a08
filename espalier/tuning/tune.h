#pragma once

#include "espalier/script/script.h"
#include "espalier/tuning/evaluation.h"
#include "espalier/tuning/point.h"
#include "espalier/tuning/store.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace espalier::tuning {

/// What a script made of a C file.
struct Candidate {
    std::string code;   ///< the new C file
    std::string script; ///< the same transformations, without choices
};

using Choose = std::function<std::size_t(const script::Choice &)>;

/// What is tuned.
struct Subject {
    std::string original; ///< the C file
    /// What the scheduler makes of it.
    std::function<std::string()> automatic;
    /// Runs the script with these choices.
    /// \throws Error if it cannot be applied, or breaks dependences
    std::function<Candidate(const Choose &)> generate;
    /// The C file that a script without choices makes.
    std::function<std::string(const std::string &script)> apply;
};

struct Options {
    std::size_t evaluations = 64; ///< points to try that are not known yet
    std::uint64_t seed = 1;       ///< of the random sample, if there are more
    bool compare_outputs = true;  ///< whether programs have to print what the original prints
};

/// The outcome of a search.
struct Best {
    Point point;
    Candidate candidate;
    double seconds = 0, original = 0;
    std::optional<double> automatic; ///< nothing if that program is not right
    std::size_t points = 0;          ///< known, in this search and earlier ones
};

/// "1.83x", how much faster `seconds` are than `reference`; "?" if a time is 0 or less.
std::string gain(double reference, double seconds);

/// Looks for the fastest program that a script with choices can make. What is illegal is not
/// compiled, code that has been measured is not measured again, and points that the store knows are
/// not tried again.
/// \param progress  gets a line for each point
/// \throws Error{script_error} if the script has no choices, or no point gives a program that is
///         right; what it fails with before the first choice
/// \throws Error{bad_command_line} if the original cannot be measured
Best tune(const Subject &subject, Evaluator &evaluator, Store &store, const Options &options,
          const std::function<void(const std::string &)> &progress);

} // namespace espalier::tuning
