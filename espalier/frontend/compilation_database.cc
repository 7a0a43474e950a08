#include "espalier/frontend/compilation_database.h"

#include "espalier/base/error.h"

#include <clang/Tooling/JSONCompilationDatabase.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace espalier::frontend {

namespace {

namespace fs = std::filesystem;

/// Options with a value, in the same word or the next.
constexpr std::array with_value = {"-I",       "-D",        "-U",           "-include",
                                   "-imacros", "-isystem",  "-iquote",      "-idirafter",
                                   "-iprefix", "-isysroot", "-iwithprefix", "-iwithprefixbefore"};

/// The beginnings of options in one word.
constexpr std::array in_one_word = {"-std=",
                                    "-ansi",
                                    "--sysroot=",
                                    "-nostdinc",
                                    "-m32",
                                    "-m64",
                                    "-march=",
                                    "-msse",
                                    "-mavx",
                                    "-mfma",
                                    "-pthread",
                                    "-ffreestanding",
                                    "-fhosted",
                                    "-fsigned-char",
                                    "-funsigned-char",
                                    "-fno-builtin",
                                    "-fshort-enums",
                                    "-fms-extensions",
                                    "-fno-exceptions",
                                    "-fno-rtti",
                                    "-stdlib=",
                                    "-fgnu89-inline",
                                    "-O"};

fs::path database_of(const std::string &build)
{
    const fs::path path(build);
    return fs::is_directory(path) ? path / "compile_commands.json" : path;
}

std::string resolved(const std::string &name, const fs::path &directory)
{
    return (directory / name).lexically_normal();
}

} // namespace

std::vector<std::string> arguments_for_text(const std::vector<std::string> &command)
{
    std::vector<std::string> result;
    for (std::size_t k = 1; k < command.size(); ++k) {
        const std::string &word = command[k];
        auto begins_with = [&](std::string_view option) { return word.starts_with(option); };
        if (std::ranges::any_of(in_one_word, begins_with)) {
            result.push_back(word);
            continue;
        }
        if (std::ranges::none_of(with_value, begins_with))
            continue;
        const bool is_bare = std::ranges::find(with_value, word) != with_value.end();
        if (is_bare && k + 1 == command.size())
            break;
        result.push_back(word);
        if (is_bare)
            result.push_back(command[++k]);
    }
    return result;
}

std::vector<CompiledFile> compiled_files(const std::string &build)
{
    const fs::path path = database_of(build);
    std::string problem;
    const std::unique_ptr<clang::tooling::JSONCompilationDatabase> database =
        clang::tooling::JSONCompilationDatabase::loadFromFile(
            path.string(), problem, clang::tooling::JSONCommandLineSyntax::AutoDetect);
    if (!database)
        throw Error(Fault::input, DiagnosticKind::unreadable_file,
                    "this is no list of compile commands, as CMake writes with "
                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON: " +
                        problem,
                    {path.string(), 0, 0, ""});
    const fs::path folder = fs::absolute(path).parent_path();
    std::vector<CompiledFile> result;
    for (const clang::tooling::CompileCommand &command : database->getAllCompileCommands()) {
        const std::string directory = resolved(command.Directory, folder);
        result.push_back({resolved(command.Filename, directory), directory,
                          arguments_for_text(command.CommandLine)});
    }
    std::ranges::stable_sort(result, {}, &CompiledFile::name);
    const auto repeated = std::ranges::unique(result, {}, &CompiledFile::name);
    result.erase(repeated.begin(), repeated.end());
    return result;
}

} // namespace espalier::frontend
