#include "tests/support/compiled.h"

#include "espalier/base/file.h"
#include "espalier/lowering/buffer_scopes.h"
#include "espalier/targets/c/region_code.h"
#include "espalier/targets/c/rewriter.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <unistd.h>

namespace espalier::test {

namespace {

/// What a command prints.
std::string output_of_command(const std::string &command)
{
    std::unique_ptr<std::FILE, int (*)(std::FILE *)> pipe(::popen(command.c_str(), "r"), ::pclose);
    std::string result;
    std::array<char, 4096> buffer;
    while (std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
        result.append(buffer.data(), count);
    if (::pclose(pipe.release()) != 0)
        throw std::runtime_error(command + ":\n" + result);
    return result;
}

} // namespace

std::string transformed(const frontend::Extraction &file, const transform::MatrixView &view)
{
    const frontend::Region &region = file.regions.front();
    targets::RegionStyle style;
    style.original = region.original;
    style.own_names = region.own_names;
    style.indentation = region.indentation;
    style.names = lowering::choose_names(file.identifiers);
    std::optional<targets::RegionCode> code = targets::generate_region(
        lowering::with_buffer_scopes({view.program, transform::schedule_tree(view)}), style);
    if (!code)
        throw std::runtime_error("no code for the region");
    return targets::rewrite(
        file.text, {{0, 0, targets::define(code->helpers, style.names, view.program.wide_type)},
                    {region.begin, region.end, style.indentation + code->text}});
}

std::string output_of(const std::string &source)
{
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("espalier-compiled-{}", ::getpid());
    std::filesystem::create_directories(folder);
    struct Remover {
        std::filesystem::path folder;
        ~Remover() { std::filesystem::remove_all(folder); }
    } remover{folder};
    std::string file = folder / "program.c", binary = folder / "program";
    write_file(file, source);
    return output_of_command(fmt::format("cc -std=c99 -O1 -w -fopenmp -fsanitize=address,undefined "
                                         "-fno-sanitize-recover -o {0} {1} -lm 2>&1 && "
                                         "ASAN_OPTIONS=detect_leaks=0 {0} 2>&1",
                                         binary, file));
}

} // namespace espalier::test
