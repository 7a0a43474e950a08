#pragma once

#include "espalier/program/program.h"

#include <isl/cpp.h>

#include <cstddef>
#include <string>

namespace espalier::dependence {

/// How many loops of the source are around both statements.
std::size_t shared_loops(const program::Program &program, const program::Statement &first,
                         const program::Statement &second);

/// How far apart the pairs of a dependence are in the loops around both statements, in iterations
/// from the source to the sink: "(1, -2)"; where that varies, by its sign: "+" (all later), "-",
/// "0+", "0-" or "*". "()" if no loop is around both.
/// \param relation  { S[i] -> T[j] }, not empty
std::string distance(const program::Program &program, const program::Statement &source,
                     const program::Statement &sink, const isl::map &relation);

} // namespace espalier::dependence
