#pragma once

#include "bench/ast_inputs.h"

namespace espalier::bench {

/// Trees of many statements.
enum class Chain {
    separate, ///< a sequence of statements, each under a band of three members
    fused,    ///< a band of three members over a sequence of statements, all with equal domains
};

AstInput make_chain(Chain chain, long statements);

/// Prints how time and code of both generators grow with the number of statements. A generator that
/// took long is spared larger inputs.
void print_scaling(Chain chain);

} // namespace espalier::bench
