#pragma once

#include "espalier/ast/ast.h"

#include <gmpxx.h>

#include <cstddef>
#include <map>
#include <string>

namespace espalier::test {

/// What executing code with integers of any size shows.
struct ExactExecution {
    std::size_t instances = 0; ///< that were executed
    std::string overflow;      ///< an expression whose value does not fit into 64 bits; or empty
};

/// Executes code, of each loop the first and the last two iterations only, until an expression
/// overflows, or `most` instances are executed.
/// \throws std::runtime_error if the code uses a name that has no value, or a loop never ends
ExactExecution execute_exactly(const ast::NodePtr &code,
                               const std::map<std::string, mpz_class> &constants, std::size_t most);

} // namespace espalier::test
