#pragma once

#include "espalier/ast/ast.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace espalier::ast {

/// One execution of a statement.
struct Instance {
    std::string statement;
    std::vector<long> coordinates;

    bool operator==(const Instance &) const = default;
};

/// "S[1, 2]".
std::string to_string(const Instance &instance);

/// The instances that `code` executes, in order.
/// \param parameters  values of the symbolic constants
/// \param most        how many instances to execute at most
/// \return nothing if there are more than that
std::optional<std::vector<Instance>>
interpret(const NodePtr &code, const std::map<std::string, long> &parameters, std::size_t most);

/// Executes `code` for several small values of the parameters, and compares the instances and their
/// order with a schedule, point by point.
/// \param order    { S[i] -> [t] }: when each instance is to run, restricted to the instances
/// \param context  { : ... }: parameter values for which the code was made
/// \return the first difference, in words; nothing if there is none
std::optional<std::string> find_difference(const NodePtr &code, const isl::union_map &order,
                                           const isl::set &context);

} // namespace espalier::ast
