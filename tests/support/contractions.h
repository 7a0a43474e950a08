#pragma once

#include "espalier/presburger/context.h"
#include "espalier/program/contraction.h"

#include <string>

namespace espalier::test {

/// The one region of a function with `int n, int m, T alpha, T C[n][n], A[n][n], B[n][n], D[n][n],
/// x[n], y[n]`, all arrays `restrict`.
/// \param body  of the function, between view marks
/// \param type  T
program::Program matrices(const std::string &body, const presburger::Context &context,
                          const std::string &type = "double");

/// `statement` in loops over i, j and k from 0 to n.
std::string in_three_loops(const std::string &statement);

/// The last statement of a program, which is what these tests are about.
const program::Statement &last_statement(const program::Program &program);

} // namespace espalier::test
