#pragma once

#include "espalier/ast/request.h"
#include "espalier/driver/optimize.h"
#include "espalier/report/dependence_picture.h"
#include "espalier/tuning/local_evaluation.h"
#include "espalier/tuning/tune.h"

namespace espalier::driver {

/// What a command prints.
struct CommandResult {
    std::string text;
    std::vector<Diagnostic> remarks = {};
    Timings timings = {};
    std::vector<targets::DeviceFile> beside = {}; ///< files that the text goes with
    std::string script = {};                      ///< of what `optimize` did, if asked for
    std::vector<std::string> prints = {};         ///< by a script, and windows
    bool has_failed =
        false; ///< some inputs were at fault; remarks say which, and the rest is there
};

struct CodegenOptions {
    bool verify = false;              ///< compare the code with the tree
    unsigned long budget = 4'000'000; ///< operations for the exact part of that; 0: no limit
    bool explain = false;             ///< remarks on what was left in innermost loops
    ast::UpperBound upper_bound = ast::UpperBound::minimum;
    std::optional<std::size_t> max_copies, max_nests; ///< see ast::Request
};

/// How `espalier schedule` prints trees.
enum class ScheduleFormat {
    yaml,           ///< isl's form, one document for each tree
    text,           ///< for people
    svg,            ///< a picture
    html,           ///< a page
    map,            ///< one relation, { S[i] -> [t] }
    two_d_plus_one, ///< beta vectors and affine rows
};

struct ScheduleOptions {
    ScheduleFormat format = ScheduleFormat::yaml;
    /// What the scheduler did comes before each tree, as comment lines; not in pictures and pages.
    bool trace = false;
};

/// How `espalier deps` prints dependences.
enum class DependenceFormat {
    yaml, ///< relations in isl's form, one document for each region
    text, ///< for people
    svg,  ///< pictures
    html, ///< a page
};

struct DependenceOptions {
    DependenceFormat format = DependenceFormat::yaml;
    /// For which dependences the graph of a picture has edges.
    std::set<report::DependenceKind> edges = report::default_edges;
};

/// How `espalier tune` looks for the best choices of a script.
struct TuneOptions {
    OptimizeOptions optimize; ///< with the script
    tuning::Options search;
    tuning::Commands commands;
    std::string database; ///< the name of a file
};

/// Each command reads `input` and returns what it prints.
/// \throws Error
CommandResult run_optimize(const std::string &input, const OptimizeOptions &options);

/// One YAML document per region: the polyhedral model.
CommandResult run_scop(const std::string &input, const OptimizeOptions &options);

/// The dependences of each region; or those of a `.ai` file, which has no format but isl's.
CommandResult run_deps(const std::string &input, const OptimizeOptions &options,
                       const DependenceOptions &dependences);

/// Compares the dependences of the one region of a C file with a schedule tree of its instances, in
/// a file `.st`.
/// \throws Error{broken_dependence} if the tree breaks some, or there is more than one region
CommandResult run_check(const std::string &input, const OptimizeOptions &options,
                        const std::string &tree_file);

/// The schedule tree of each region, or that of a `.sc` or `.st` file.
CommandResult run_schedule(const std::string &input, const OptimizeOptions &options,
                           const ScheduleOptions &schedule);

/// C code for a `.st` or `.in` file.
CommandResult run_codegen(const std::string &input, const CodegenOptions &options);

/// The best script without choices that a script with choices contains, measured on this machine.
/// \param progress  gets a line for each point
CommandResult run_tune(const std::string &input, const TuneOptions &options,
                       const std::function<void(const std::string &)> &progress);

/// Which files `espalier coverage` reports on, and how.
struct CoverageOptions {
    OptimizeOptions optimize;
    std::vector<std::string> files;        ///< none: all of a build
    std::optional<std::string> build = {}; ///< frontend::compiled_files
    bool as_json = false;
};

/// What becomes of the loops of C files, and why the rest are left out (report::to_text).
/// \throws Error if there is nothing to report on; what is wrong with a file stands in the report
CommandResult run_coverage(const CoverageOptions &options);

/// The machine that the program runs on, as YAML.
CommandResult run_machine();

/// The same with what it takes its time for, measured.
CommandResult run_machine_measurement();

/// A device of which the name, or a file, is known, as YAML.
/// \throws Error
CommandResult run_device(const std::string &name);

/// The version of the isl that the program runs with.
std::string isl_version();

} // namespace espalier::driver
