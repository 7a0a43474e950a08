#pragma once

#include "espalier/ast/ast.h"

#include <compare>
#include <map>
#include <optional>
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

/// The instances that `code` executes, in order.
/// \param parameters  values of the symbolic constants
/// \param most        how many instances to execute at most
/// \return nothing if there are more than that, or a value does not fit into 64 bits
/// \throws Error{internal_error} if the code uses a name that has no value
std::optional<std::vector<Instance>>
interpret(const NodePtr &code, const std::map<std::string, long> &parameters, std::size_t most);

} // namespace espalier::ast
