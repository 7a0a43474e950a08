#include "tests/support/programs.h"

#include "espalier/base/file.h"

#include <filesystem>
#include <stdexcept>
#include <unistd.h>

namespace espalier::test {

frontend::Extraction extract(const std::string &source, const presburger::Context &context,
                             frontend::Options options)
{
    std::string path = std::filesystem::temp_directory_path() /
                       ("espalier-test-" + std::to_string(::getpid()) + ".c");
    write_file(path, source);
    struct Remover {
        std::string path;
        ~Remover() { std::filesystem::remove(path); }
    } remover{path};
    return frontend::extract(path, options, context);
}

program::Program extract_program(const std::string &source, const presburger::Context &context)
{
    frontend::Extraction extraction = extract(source, context);
    if (extraction.regions.size() == 1)
        return extraction.regions.front().program;
    std::string why = std::to_string(extraction.regions.size()) + " regions";
    for (const Diagnostic &remark : extraction.remarks)
        why += "\n" + std::to_string(remark.place.line) + ": " + remark.message;
    throw std::runtime_error(why);
}

std::string in_function(const std::string &body)
{
    return "void f(int n, int m, double A[restrict n][n], double B[restrict n][n],\n"
           "       double x[restrict n], double y[restrict n])\n{\n#pragma scop\n" +
           body + "\n#pragma endscop\n}\n";
}

} // namespace espalier::test
