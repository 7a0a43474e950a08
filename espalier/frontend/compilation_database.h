#pragma once

#include <string>
#include <vector>

namespace espalier::frontend {

/// A file that a build compiles.
struct CompiledFile {
    std::string name;      ///< absolute
    std::string directory; ///< that relative names in the arguments start from
    std::vector<std::string>
        arguments; ///< those that decide what the text means: -I, -D, -std=, ...
};

/// The files that a build compiles, each once, with the first of its command lines, sorted by name.
/// \param build  a folder with `compile_commands.json`, or such a file: what CMake writes with
///               CMAKE_EXPORT_COMPILE_COMMANDS
/// \throws Error{unreadable_file}
std::vector<CompiledFile> compiled_files(const std::string &build);

/// The arguments of a compiler's command line that decide what the text of a file means, with their
/// values; warnings, code generation, names of input and output are dropped.
std::vector<std::string> arguments_for_text(const std::vector<std::string> &command);

} // namespace espalier::frontend
