#pragma once

#include "espalier/frontend/frontend.h"

#include <string>

namespace espalier::test {

/// What the front end finds in `source`, as a file of its own.
frontend::Extraction extract(const std::string &source, const presburger::Context &context,
                             frontend::Options options = {});

/// The one region of `source`; throws if there is not exactly one.
program::Program extract_program(const std::string &source, const presburger::Context &context);

/// `body` as the body of a function with `int n, int m, double A[n][n], B[n][n], x[n], y[n]`, all
/// `restrict`, between view marks.
std::string in_function(const std::string &body);

} // namespace espalier::test
