#pragma once

#include "espalier/lowering/code.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace espalier::lowering {

/// How a value was computed, as a number: values that were computed in two ways, or of terms in two
/// orders, have different ones.
using Origin = std::uint64_t;

/// The origins of the values that code leaves in elements, by arrays and subscripts.
using Memory = std::map<std::pair<std::size_t, std::vector<long>>, Origin>;

/// What code leaves in memory. Iterations that threads share run one after the other.
/// \param parameters  values of the symbolic constants
/// \param most        how many instances and vector instructions to execute at most, and a
/// hundredth
///                    of the iterations of loops
/// \return nothing if that is not enough, or numbers do not fit into 64 bits
/// \throws Error{internal_error} if the code uses a name that has no value
std::optional<Memory> interpret(const program::Program &program, const CodePtr &code,
                                const std::map<std::string, long> &parameters, std::size_t most);

} // namespace espalier::lowering
