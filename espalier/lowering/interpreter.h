#pragma once

#include "espalier/lowering/code.h"
#include "espalier/lowering/origins.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace espalier::lowering {

/// What code leaves in memory. Iterations that threads share run one after the other.
/// \param parameters  values of the symbolic constants
/// \param most        how many instances and vector instructions to execute at most, and
///                    a hundred times as many iterations of loops
/// \return nothing if that is not enough, or numbers do not fit into 64 bits
/// \throws Error{internal_error} if the code uses a name that has no value
std::optional<Memory> interpret(const program::Program &program, const CodePtr &code,
                                const std::map<std::string, long> &parameters, std::size_t most);

} // namespace espalier::lowering
