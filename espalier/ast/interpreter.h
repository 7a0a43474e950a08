#pragma once

#include "espalier/ast/ast.h"

#include <compare>
#include <map>
#include <string>
#include <vector>

namespace espalier::ast {

/// One execution of a statement.
struct Instance {
    std::string statement;
    std::vector<long> coordinates;

    auto operator<=>(const Instance &) const = default;
};

/// "S[1, 2]".
std::string to_string(const Instance &instance);

/// What became of an execution.
struct Execution {
    enum class End {
        complete,
        too_many_instances,
        too_many_iterations, ///< of loops that execute nothing
        number_too_large,    ///< a value does not fit into 64 bits
    };

    std::vector<Instance> instances; ///< until then, in order
    End end = End::complete;
};

/// The instances that `code` executes.
/// \param parameters  values of the symbolic constants
/// \param most        how many instances to execute at most, and a hundredth of the iterations of
///                    loops
/// \throws Error{internal_error} if the code uses a name that has no value
Execution interpret(const NodePtr &code, const std::map<std::string, long> &parameters,
                    std::size_t most);

} // namespace espalier::ast
