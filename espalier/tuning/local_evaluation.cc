#include "espalier/tuning/local_evaluation.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/tuning/printed_time.h"
#include "espalier/tuning/process.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace espalier::tuning {

namespace fs = std::filesystem;

namespace {

std::string make_folder()
{
    std::error_code error;
    fs::path parent = fs::temp_directory_path(error);
    std::string pattern = (error ? fs::path("/tmp") : parent) / "espalier-tune-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr)
        throw Error(Fault::input, DiagnosticKind::unwritable_output,
                    fmt::format("cannot make a folder for the programs to measure: {}",
                                std::strerror(errno)),
                    {pattern, 0, 0, ""});
    return pattern;
}

std::string filled_in(std::string command, const std::string &name, const std::string &value)
{
    for (std::size_t k = 0; (k = command.find(name, k)) != std::string::npos; k += value.size())
        command.replace(k, name.size(), value);
    return command;
}

/// With what `#include "..."` finds beside the original.
std::string preprocessor_options(const std::string &input, const std::vector<std::string> &options)
{
    std::string result = "-iquote " + shell_word(fs::absolute(input).parent_path());
    for (const std::string &option : options)
        result += " " + shell_word(option);
    return result;
}

Measurement failed(std::string message)
{
    Measurement result;
    result.has_failed = true;
    result.message = std::move(message);
    return result;
}

} // namespace

LocalEvaluator::LocalEvaluator(const Commands &commands, const std::string &input,
                               const std::vector<std::string> &options)
    : folder_(make_folder()), source_(folder_ + "/" + fs::path(input).filename().string()),
      program_(folder_ + "/program.out"), commands_(commands)
{
    compile_ = filled_in(commands.compile, "{options}", preprocessor_options(input, options));
    compile_ = filled_in(compile_, "{input}", shell_word(source_));
    compile_ = filled_in(compile_, "{output}", shell_word(program_));
    run_ = filled_in(commands.run, "{program}", shell_word(program_));
}

LocalEvaluator::~LocalEvaluator()
{
    std::error_code error;
    fs::remove_all(folder_, error);
}

Measurement LocalEvaluator::measure(const std::string &code, std::optional<double> limit)
{
    std::error_code error;
    fs::remove(program_, error);
    write_file(source_, code);
    ProcessResult compiled = run_command(compile_, folder_, std::nullopt);
    if (compiled.has_failed)
        return failed("it does not compile: " + compiled.reason);
    if (!fs::exists(program_, error))
        return failed("the command that compiles does not make {output}");

    Measurement result;
    for (std::size_t k = 0; k < commands_.repeat; ++k) {
        ProcessResult run = run_command(run_, folder_, limit);
        if (run.has_failed)
            return failed("it does not run: " + run.reason);
        PrintedTime printed = printed_time(run.output, commands_.metric == Metric::output);
        if (commands_.metric == Metric::output && !printed.seconds)
            return failed("it does not print how long it takes");
        result.seconds.push_back(commands_.metric == Metric::output ? *printed.seconds
                                                                    : run.seconds);
        result.outputs.push_back(printed.rest);
    }
    return result;
}

} // namespace espalier::tuning
