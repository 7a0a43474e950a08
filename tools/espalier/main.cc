// The command: options in, exit status out. What it does is in espalier/driver/.

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/driver/commands.h"
#include "espalier/report/text.h"
#include "tools/espalier/deep_stack.h"
#include "tools/espalier/scheduler_options.h"
#include "tools/espalier/target_options.h"
#include "tools/espalier/tune_options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <map>
#include <set>

namespace {

using namespace espalier;

const std::set<std::string> commands = {"optimize", "scop",    "deps",     "schedule", "codegen",
                                        "tune",     "machine", "coverage", "help"};

/// What all commands share.
struct CommonOptions {
    std::string input, output, script, emitted_script;
    bool timings = false;
};

struct CommandLine {
    CommonOptions common;
    driver::OptimizeOptions optimize;
    driver::CodegenOptions codegen;
    SchedulerOptions scheduler;
    TuneOptions tune;
    TargetOptions target;
    driver::CoverageOptions coverage;
    std::vector<std::string> edges, kept, includes, definitions, undefinitions, forced_includes,
        print_after;
    bool trace = false, measures = false;
    std::string standard, tile = "auto", regions = "auto", format = "yaml", checked_tree,
                          upper_bounds = "minimum", machine, device, stop_after;
};

void add_output(CLI::App &app, CommandLine &line)
{
    app.add_option("-o,--output", line.common.output,
                   "Write the result to this file, whole or not at all");
}

void add_common(CLI::App &app, CommandLine &line, const char *input)
{
    app.add_option("INPUT", line.common.input, input)->required();
    add_output(app, line);
    app.add_flag("--timings", line.common.timings,
                 "Print the seconds that each phase took to standard error");
}

/// Accepts decimal digits alone, and no more than fit: numbers that are too large would be cut.
CLI::Validator whole_number()
{
    auto problem = [](const std::string &text) -> std::string {
        constexpr std::size_t max_digits = 18;
        bool has_digits_only = text.find_first_not_of("0123456789") == std::string::npos;
        if (!text.empty() && text.size() <= max_digits && has_digits_only)
            return "";
        return fmt::format("`{}` is no whole number from 0 to 10^{} - 1", text, max_digits);
    };
    return {problem, "UINT"};
}

void add_c_options(CLI::App &app, CommandLine &line)
{
    app.add_option("-I", line.includes, "Add a folder to the include path")
        ->allow_extra_args(false);
    app.add_option("-D", line.definitions, "Define a macro")->allow_extra_args(false);
    app.add_option("-U", line.undefinitions, "Undefine a macro")->allow_extra_args(false);
    app.add_option("--include", line.forced_includes, "Include a file first")
        ->allow_extra_args(false);
    app.add_option("--std", line.standard, "The C standard, for example c11");
    app.add_option("--regions", line.regions, "Regions: marked by `#pragma scop`, or found")
        ->check(CLI::IsMember({"auto", "pragma", "autodetect"}));
    app.add_option("--budget", line.optimize.budget,
                   "Polyhedral operations allowed per region; 0: no limit")
        ->check(whole_number())
        ->capture_default_str();
}

const std::map<std::string, driver::ScheduleFormat> schedule_formats = {
    {"yaml", driver::ScheduleFormat::yaml}, {"text", driver::ScheduleFormat::text},
    {"svg", driver::ScheduleFormat::svg},   {"html", driver::ScheduleFormat::html},
    {"map", driver::ScheduleFormat::map},   {"2d+1", driver::ScheduleFormat::two_d_plus_one}};

void add_schedule_options(CLI::App &app, CommandLine &line)
{
    add_c_options(app, line);
    line.scheduler.add_to(app);
    app.add_flag("--trace", line.trace,
                 "Print before each tree, as comment lines, how it was found");
    app.add_flag("--explain", line.optimize.explain,
                 "Say what keeps loops from running in parallel, and what would free them");
    app.add_option("--format", line.format,
                   "isl's form, text for people, a picture, a page, one relation, or beta vectors "
                   "and rows")
        ->check(CLI::IsMember({"yaml", "text", "svg", "html", "map", "2d+1"}));
}

const std::map<std::string, driver::DependenceFormat> dependence_formats = {
    {"yaml", driver::DependenceFormat::yaml},
    {"text", driver::DependenceFormat::text},
    {"svg", driver::DependenceFormat::svg},
    {"html", driver::DependenceFormat::html}};

void add_dependence_format(CLI::App &app, CommandLine &line)
{
    app.add_option("--format", line.format,
                   "Relations in isl's form, text for people, pictures, or a page")
        ->check(CLI::IsMember({"yaml", "text", "svg", "html"}));
    app.add_option("--check", line.checked_tree,
                   "Print nothing, but say whether this schedule tree (.st) respects them");
    app.add_option("--edges", line.edges, "Kinds of dependences that the graph of a picture shows")
        ->delimiter(',')
        ->check(CLI::IsMember({"flow", "anti", "output", "order", "forced", "input"}));
}

/// Of commands that write C for C.
void add_code_options(CLI::App &app, CommandLine &line)
{
    add_c_options(app, line);
    line.target.add_to(app);
    app.add_flag("--fast-math", line.optimize.fast_math,
                 "Let reductions do floating-point operations in another order");
    app.add_option("--keep", line.kept,
                   "Effects beside values that code is to have as the source has them; loops with "
                   "such effects stay as they are")
        ->delimiter(',')
        ->check(CLI::IsMember({"errno", "exceptions"}));
}

/// Windows on what phases make.
void add_windows(CLI::App &app, CommandLine &line)
{
    std::set<std::string> phases(driver::phase_names.begin(), driver::phase_names.end());
    app.add_option("--stop-after", line.stop_after,
                   "Print what this phase makes of each region, and write no code")
        ->check(CLI::IsMember(phases));
    phases.insert("all");
    app.add_option("--print-after", line.print_after,
                   "Print to standard error what these phases make of each region")
        ->delimiter(',')
        ->check(CLI::IsMember(phases));
}

void add_optimize_options(CLI::App &app, CommandLine &line)
{
    add_code_options(app, line);
    line.scheduler.add_to(app);
    app.add_option("--tile", line.tile, "Tile sizes: auto, off, or a list such as 32,32");
    app.add_option("--machine", line.machine,
                   "The machine that the code is for, as `espalier machine` prints it (default: "
                   "this one)");
    app.add_option("--script", line.common.script,
                   "Transform the regions as this Lua script says, instead of the scheduler");
    app.add_option("--emit-script", line.common.emitted_script,
                   "Write what was done to this file, as a script for --script");
    app.add_option("--choice", line.optimize.choice,
                   "What regions take that have it, in place of the fastest by the estimate: a "
                   "strategy, or what was done, as --explain names them");
    app.add_flag("--explain", line.optimize.explain,
                 "Say what was done to each region, and why the rest was not");
    app.add_flag("--verify", line.optimize.verify,
                 "Check the code against the model before writing it");
    add_windows(app, line);
}

void add_coverage_options(CLI::App &app, CommandLine &line)
{
    driver::CoverageOptions &options = line.coverage;
    CLI::Option *files = app.add_option("FILES", options.files, "C or C++ files");
    app.add_option(
        "-p,--build", options.build,
        "Take files and their options from compile_commands.json in this folder: all, or "
        "FILES of them");
    app.add_flag("--json", options.as_json, "Print the report for programs");
    add_output(app, line);
    add_code_options(app, line);
    app.callback([&options, files] {
        if (!options.build && options.files.empty())
            throw CLI::RequiredError(files->get_name());
    });
}

[[noreturn]] void wrong_command_line(const std::string &message)
{
    throw Error(Fault::command_line, DiagnosticKind::bad_command_line, message);
}

void add_code_shape(CLI::App &app, CommandLine &line)
{
    driver::CodegenOptions &options = line.codegen;
    app.add_flag("--explain", options.explain,
                 "Print a remark for each condition left in an innermost loop");
    constexpr std::size_t least = 1, most = 1'000'000'000;
    app.add_option("--max-copies", options.max_copies,
                   "Copies of a statement that the code may have, at most")
        ->check(CLI::Range(least, most));
    app.add_option("--max-nests", options.max_nests,
                   "Loop nests that the code may have next to each other, at most")
        ->check(CLI::Range(least, most));
    app.add_option("--upper-bounds", line.upper_bounds,
                   "Write several upper bounds of a loop as a minimum or as a conjunction")
        ->check(CLI::IsMember({"minimum", "conjunction"}))
        ->capture_default_str();
}

strategies::Tiling parse_tiling(const std::string &text)
{
    if (text == "auto")
        return {};
    if (text == "off")
        return {strategies::Tiling::Mode::off};
    strategies::Tiling tiling{strategies::Tiling::Mode::fixed};
    for (const std::string &part : CLI::detail::split(text, ',')) {
        bool is_number = !part.empty() && part.size() < 8 &&
                         part.find_first_not_of("0123456789") == std::string::npos;
        if (!is_number || std::stol(part) == 0)
            wrong_command_line(fmt::format(
                "`--tile={}` is neither auto, off nor a list of positive numbers", text));
        tiling.sizes.push_back(std::stol(part));
    }
    return tiling;
}

driver::Windows windows(const CommandLine &line)
{
    driver::Windows result;
    for (std::size_t k = 0; k < driver::phase_names.size(); ++k) {
        const std::string name(driver::phase_names[k]);
        if (std::ranges::any_of(line.print_after, [&](const std::string &wanted) {
                return wanted == name || wanted == "all";
            }))
            result.open.insert(driver::Phase(k));
        if (line.stop_after == name)
            result.last = driver::Phase(k);
    }
    return result;
}

/// Turns the words of the command line into options, once all are known.
void settle(CommandLine &line, const std::vector<std::string> &clang_arguments)
{
    driver::OptimizeOptions &options = line.optimize;
    std::vector<std::string> &clang = options.frontend.clang_arguments;
    auto add_all = [&](const char *flag, const std::vector<std::string> &values) {
        for (const std::string &value : values)
            clang.push_back(flag + value);
    };
    add_all("-I", line.includes);
    add_all("-D", line.definitions);
    add_all("-U", line.undefinitions);
    for (const std::string &file : line.forced_includes)
        clang.insert(clang.end(), {"-include", file});
    if (!line.standard.empty())
        clang.push_back("-std=" + line.standard);
    clang.insert(clang.end(), clang_arguments.begin(), clang_arguments.end());

    frontend::KeptEffects &kept = options.frontend.kept;
    kept.errno_values = std::ranges::find(line.kept, "errno") != line.kept.end();
    kept.exceptions = std::ranges::find(line.kept, "exceptions") != line.kept.end();

    options.tiling = parse_tiling(line.tile);
    options.machine = line.machine.empty()
                          ? machine::detect_machine()
                          : machine::read_machine(read_file(line.machine), line.machine);
    if (!line.common.script.empty())
        options.script = script::Source{line.common.script, read_file(line.common.script)};
    options.emit_script = !line.common.emitted_script.empty();
    if (options.emit_script && options.script)
        wrong_command_line("--emit-script writes what the scheduler does, and --script is used "
                           "instead of it; one of the two has to go");
    if (options.emit_script && !line.stop_after.empty())
        wrong_command_line("--emit-script writes what was done, and --stop-after does not get so "
                           "far; one of the two has to go");
    if (line.upper_bounds == "conjunction")
        line.codegen.upper_bound = ast::UpperBound::conjunction;
    line.scheduler.settle(options);
    options.windows = windows(line);
    line.target.settle(options, line.common.input, line.common.output);
    if (line.regions != "auto")
        options.frontend.regions = line.regions == "pragma" ? frontend::RegionSelection::marked
                                                            : frontend::RegionSelection::detected;
}

driver::DependenceOptions dependence_options(const CommandLine &line)
{
    driver::DependenceOptions result{dependence_formats.at(line.format)};
    if (!line.edges.empty())
        result.edges.clear();
    for (report::DependenceKind kind : report::dependence_kinds)
        if (std::ranges::find(line.edges, dependence::name(kind)) != line.edges.end())
            result.edges.insert(kind);
    return result;
}

/// Writes what a command made.
/// \return the exit status
int deliver(const CommandLine &line, const driver::CommandResult &result)
{
    for (const std::string &print : result.prints)
        std::cerr << print << "\n";
    for (const Diagnostic &remark : result.remarks)
        std::cerr << report::to_text(remark);
    if (line.common.timings)
        std::cerr << report::to_text(result.timings);
    if (!line.common.emitted_script.empty())
        write_file(line.common.emitted_script, result.script);
    line.target.write_beside(result.beside);
    write_file(line.target.output(), result.text);
    return result.has_failed ? static_cast<int>(Fault::input) : 0;
}

driver::CommandResult run_tune(const CommandLine &line)
{
    driver::TuneOptions options;
    options.optimize = line.optimize;
    line.tune.settle(options);
    return driver::run_tune(line.common.input, options, [](const std::string &progress) {
        std::cerr << progress << std::endl;
    });
}

driver::CommandResult run_coverage(const CommandLine &line)
{
    driver::CoverageOptions options = line.coverage;
    options.optimize = line.optimize;
    return driver::run_coverage(options);
}

/// The words that CLI11 sees: `espalier INPUT.c` means `espalier optimize INPUT.c`, and what GCC
/// and Clang spell with one dash keeps that spelling.
std::vector<std::string> normalized(std::vector<std::string> words)
{
    for (std::string &word : words)
        if (word.rfind("-std=", 0) == 0 || word.rfind("-include", 0) == 0)
            word = "-" + word;
    bool names_command = !words.empty() && commands.count(words.front());
    bool is_global = words.empty() || words.front() == "--version" || words.front() == "--help" ||
                     words.front() == "-h";
    if (!names_command && !is_global)
        words.insert(words.begin(), "optimize");
    return words;
}

int run(std::vector<std::string> words)
{
    std::vector<std::string> clang_arguments;
    auto separator = std::find(words.begin(), words.end(), "--");
    if (separator != words.end()) {
        clang_arguments.assign(separator + 1, words.end());
        words.erase(separator, words.end());
    }

    CommandLine line;
    CLI::App app("Espalier: a polyhedral optimizing compiler for C loop nests.", "espalier");
    app.set_version_flag("--version",
                         "espalier " ESPALIER_VERSION " (" + driver::isl_version() + ")");
    app.require_subcommand(1);
    app.footer("`espalier INPUT.c` is short for `espalier optimize INPUT.c`. What follows `--` "
               "goes to Clang.");

    CLI::App *optimize =
        app.add_subcommand("optimize", "Optimize every static control part of a C or C++ file");
    add_common(*optimize, line, "A C or C++ file");
    add_optimize_options(*optimize, line);
    CLI::App *model =
        app.add_subcommand("scop", "Print the polyhedral model of each region, as YAML");
    add_common(*model, line, "A C or C++ file");
    add_c_options(*model, line);
    CLI::App *deps = app.add_subcommand("deps", "Print the dependences of each region");
    add_common(*deps, line, "A C or C++ file, or access information in isl's format (.ai)");
    add_c_options(*deps, line);
    add_dependence_format(*deps, line);
    CLI::App *schedule = app.add_subcommand("schedule", "Print the schedule tree of each region");
    add_common(*schedule, line,
               "A C or C++ file, schedule constraints (.sc) or a schedule tree (.st)");
    add_schedule_options(*schedule, line);
    CLI::App *codegen = app.add_subcommand("codegen", "Print C code for a schedule tree");
    add_common(*codegen, line,
               "A schedule tree (.st) or a schedule relation (.in), in isl's formats");
    codegen->add_flag("--verify", line.codegen.verify,
                      "Compare the code with the tree, for small values and for all");
    codegen
        ->add_option("--budget", line.codegen.budget,
                     "Polyhedral operations allowed to prove the code right; 0: no limit")
        ->check(whole_number())
        ->capture_default_str();
    add_code_shape(*codegen, line);
    CLI::App *tune = app.add_subcommand(
        "tune", "Measure the choices of a script, and print the best as a script");
    add_common(*tune, line, "A C or C++ file");
    add_code_options(*tune, line);
    tune->add_option("--script", line.common.script, "A Lua script with `choose{...}`")->required();
    line.tune.add_to(*tune);
    CLI::App *coverage = app.add_subcommand(
        "coverage",
        "Say how many loops of C or C++ files are optimized, and why the others are not");
    add_coverage_options(*coverage, line);
    CLI::App *machine = app.add_subcommand(
        "machine", "Print what is known of this machine, in the form that --machine reads");
    add_output(*machine, line);
    machine->add_flag("--measure", line.measures,
                      "Find out by small loops what the estimate takes for its cycles");
    machine
        ->add_option("--device", line.device,
                     "Print what is known of a device instead, in the form that --device reads")
        ->excludes("--measure");
    CLI::App *help = app.add_subcommand("help", "Print help, on a command if one is named");
    std::string topic;
    help->add_option("COMMAND", topic)->check(CLI::IsMember(commands));

    const std::string overview = app.help();
    words = normalized(std::move(words));
    std::reverse(words.begin(), words.end());
    try {
        app.parse(words);
    } catch (const CLI::Success &request) {
        return app.exit(request, std::cout, std::cerr);
    } catch (const CLI::ParseError &failure) {
        wrong_command_line(std::string(failure.what()) +
                           "; `espalier help` lists commands and options");
    }
    settle(line, clang_arguments);

    if (help->parsed())
        std::cout << (topic.empty() ? overview : app.get_subcommand(topic)->help("espalier"));
    else if (optimize->parsed())
        return deliver(line, driver::run_optimize(line.common.input, line.optimize));
    else if (model->parsed())
        return deliver(line, driver::run_scop(line.common.input, line.optimize));
    else if (deps->parsed())
        return deliver(
            line, line.checked_tree.empty()
                      ? driver::run_deps(line.common.input, line.optimize, dependence_options(line))
                      : driver::run_check(line.common.input, line.optimize, line.checked_tree));
    else if (schedule->parsed())
        return deliver(line, driver::run_schedule(line.common.input, line.optimize,
                                                  {schedule_formats.at(line.format), line.trace}));
    else if (codegen->parsed())
        return deliver(line, driver::run_codegen(line.common.input, line.codegen));
    else if (coverage->parsed())
        return deliver(line, run_coverage(line));
    else if (machine->parsed())
        return deliver(line, !line.device.empty() ? driver::run_device(line.device)
                             : line.measures      ? driver::run_machine_measurement()
                                                  : driver::run_machine());
    else
        return deliver(line, run_tune(line));
    return 0;
}

/// The exit status, once errors are printed.
int run_and_report(const std::vector<std::string> &words)
{
    try {
        return run(words);
    } catch (const Error &error) {
        std::cerr << report::to_text(error.diagnostic());
        return static_cast<int>(error.fault());
    } catch (const std::exception &failure) {
        Error error(Fault::espalier, DiagnosticKind::internal_error,
                    std::string("this is a bug in Espalier; please report it, with the input "
                                "and the command line: ") +
                        failure.what());
        std::cerr << report::to_text(error.diagnostic());
        return static_cast<int>(error.fault());
    }
}

} // namespace

int main(int argc, char **argv)
{
    // A file that gets too large is an error like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    const std::vector<std::string> words(argv + 1, argv + argc);
    return espalier::run_on_deep_stack([&] { return run_and_report(words); });
}
