#include "tools/espalier/tune_options.h"

#include "espalier/base/error.h"

#include <fmt/format.h>

#include <filesystem>
#include <initializer_list>

namespace espalier {

namespace {

constexpr std::size_t most = 1'000'000;

void require_names(const char *option, const std::string &command,
                   std::initializer_list<const char *> names)
{
    for (const char *name : names)
        if (command.find(name) == std::string::npos)
            throw Error(Fault::command_line, DiagnosticKind::bad_command_line,
                        fmt::format("`{}={}` has to name {}", option, command, name));
}

/// Not beside the script, where perhaps nobody can write.
std::string default_database(const std::string &script)
{
    return std::filesystem::path(script).stem().string() + ".tune.db";
}

} // namespace

void TuneOptions::add_to(CLI::App &command)
{
    command.add_option(
        "--database", database_,
        "Keep results in this SQLite file (default: the script's name with .tune.db, "
        "in the present folder)");
    command.add_option("--evaluations", search_.evaluations, "New points to try, at most")
        ->check(CLI::Range(std::size_t(1), most))
        ->capture_default_str();
    command.add_option("--repeat", commands_.repeat, "Runs of each program; the fastest counts")
        ->check(CLI::Range(std::size_t(1), most))
        ->capture_default_str();
    command.add_option("--seed", search_.seed, "Which sample, if there are too many points")
        ->capture_default_str();
    command
        .add_option("--compile", commands_.compile, "The command that makes {output} of {input}")
        ->capture_default_str();
    command.add_option("--run", commands_.run, "The command that runs {program}")
        ->capture_default_str();
    command.add_option("--metric", metric_, "By the clock on the wall, or what the program prints")
        ->check(CLI::IsMember({"wall", "output"}))
        ->capture_default_str();
}

void TuneOptions::settle(driver::TuneOptions &options) const
{
    require_names("--compile", commands_.compile, {"{input}", "{output}"});
    require_names("--run", commands_.run, {"{program}"});
    options.search = search_;
    options.commands = commands_;
    options.commands.metric = metric_ == "wall" ? tuning::Metric::wall : tuning::Metric::output;
    options.database =
        database_.empty() ? default_database(options.optimize.script->name) : database_;
}

} // namespace espalier
