#include "tests/support/contractions.h"

#include "tests/support/programs.h"

#include <fmt/format.h>

namespace espalier::test {

program::Program matrices(const std::string &body, const presburger::Context &context,
                          const std::string &type)
{
    return extract_program(
        fmt::format("void f(int n, int m, {0} alpha, {0} C[restrict n][n], {0} A[restrict n][n],\n"
                    "       {0} B[restrict n][n], {0} D[restrict n][n], {0} x[restrict n],\n"
                    "       {0} y[restrict n])\n{{\n#pragma scop\n{1}\n#pragma endscop\n}}\n",
                    type, body),
        context);
}

std::string in_three_loops(const std::string &statement)
{
    return "for (int i = 0; i < n; i++)\n"
           "    for (int j = 0; j < n; j++)\n"
           "        for (int k = 0; k < n; k++)\n"
           "            " +
           statement;
}

const program::Statement &last_statement(const program::Program &program)
{
    return program.statements.back();
}

} // namespace espalier::test
