#pragma once

#include "espalier/ast/ast.h"

#include <set>
#include <string>
#include <vector>

namespace espalier::ast {

/// The roles of the parallel loops in a piece of code, outermost ones, if threads that have started
/// before can run it: each goes through the loops around these by itself, they share the work of
/// these, and one of them does the rest. They wait for each other behind each of these parts. Sums
/// that wrap around in another type have variables around their loop, which threads share.
/// \param declared  marks that stand for declarations; what is declared inside the loops around
///                  would be each thread's own
/// \return none if threads cannot run it so
std::vector<schedule::LoopRolePtr> worksharing_loops(const ast::Node &code,
                                                     const std::set<std::string> &declared = {});

} // namespace espalier::ast
