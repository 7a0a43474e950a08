#include "espalier/driver/commands.h"

#include "espalier/base/error.h"
#include "espalier/driver/coverage.h"
#include "espalier/frontend/compilation_database.h"
#include "espalier/report/coverage_json.h"
#include "espalier/report/coverage_text.h"

#include <algorithm>
#include <filesystem>

namespace espalier::driver {

namespace {

using frontend::CompiledFile;

std::string absolute(const std::string &file)
{
    return std::filesystem::absolute(file).lexically_normal();
}

/// A file as seen from here, if it lies below.
std::string seen_from_here(const std::string &file)
{
    const std::string here = std::filesystem::current_path() / "";
    return file.starts_with(here) ? file.substr(here.size()) : file;
}

void name_from_here(SourcePlace &place) { place.file = seen_from_here(place.file); }

void name_from_here(report::CoveredFile &file)
{
    file.name = seen_from_here(file.name);
    if (file.failure)
        name_from_here(file.failure->place);
    for (report::CoveredLoop &loop : file.loops) {
        name_from_here(loop.place);
        for (report::Reason &reason : loop.reasons)
            name_from_here(reason.diagnostic.place);
    }
}

/// The files of a build that are asked for; all, if none is.
/// \throws Error{bad_command_line} if one is not among them
std::vector<CompiledFile> files_asked_for(const CoverageOptions &options)
{
    std::vector<CompiledFile> all = frontend::compiled_files(*options.build);
    if (options.files.empty())
        return all;
    std::vector<CompiledFile> result;
    for (const std::string &file : options.files) {
        const auto found = std::ranges::find(all, absolute(file), &CompiledFile::name);
        if (found == all.end())
            throw Error(Fault::command_line, DiagnosticKind::bad_command_line,
                        "`" + file + "` is not among the files that `" + *options.build +
                            "` says how to compile");
        result.push_back(*found);
    }
    return result;
}

/// A file of a build, with its options and those of the command line.
report::CoveredFile covered(const CompiledFile &file, OptimizeOptions options, Timings &timings)
{
    std::vector<std::string> &arguments = options.frontend.clang_arguments;
    arguments.insert(arguments.begin(), file.arguments.begin(), file.arguments.end());
    options.frontend.directory = file.directory;
    report::CoveredFile result = covered(file.name, options, timings);
    name_from_here(result);
    return result;
}

report::Coverage coverage(const CoverageOptions &options, Timings &timings)
{
    report::Coverage result;
    if (!options.build)
        for (const std::string &file : options.files)
            result.files.push_back(covered(file, options.optimize, timings));
    else
        for (const CompiledFile &file : files_asked_for(options))
            if (frontend::is_read(file.name))
                result.files.push_back(covered(file, options.optimize, timings));
            else
                result.skipped.push_back(seen_from_here(file.name));
    return result;
}

} // namespace

CommandResult run_coverage(const CoverageOptions &options)
{
    CommandResult result;
    const report::Coverage found = coverage(options, result.timings);
    result.text = options.as_json ? report::to_json(found) : report::to_text(found);
    for (const report::CoveredFile &file : found.files)
        if (file.failure) {
            result.remarks.push_back(*file.failure);
            result.has_failed = true;
        }
    return result;
}

} // namespace espalier::driver
