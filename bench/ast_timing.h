#pragma once

#include "bench/ast_inputs.h"

#include <string>

namespace espalier::bench {

/// Seconds of processor time that AST generation takes for one input, the shorter of all attempts.
struct Times {
    double ours, isls;

    double ratio() const { return ours / isls; }
};

/// Measures both generators in turn, each time on a tree that was just read, in a new isl context:
/// isl simplifies in place what it has seen before. Reading, and conversions from and to isl's own
/// trees, are not counted.
/// \throws what a generator throws
Times measure(const AstInput &input, schedule::LoopOption option, int repetitions);

/// One attempt with one generator.
/// @{
double seconds_of_ours(const AstInput &input, schedule::LoopOption option);
double seconds_of_isls(const AstInput &input, schedule::LoopOption option);
/// @}

} // namespace espalier::bench
