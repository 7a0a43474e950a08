#pragma once

#include "espalier/ast/ast.h"
#include "espalier/codegen/cpu_strategy.h"

#include <set>
#include <string>
#include <vector>

namespace espalier::codegen {

/// The parallel loops of a piece of code, outermost ones, if threads that have started before can
/// run it: each goes through the loops around these by itself, they share the work of these, and
/// one of them does the rest. They wait for each other behind each of these parts.
/// \param marks     of parallel loops
/// \param declared  marks that stand for declarations; what is declared inside the loops around
///                  would be each thread's own
/// \param pending   the mark around the code whose loop is still to come
/// \return their marks; none if threads cannot run it so
std::vector<const ParallelMark *> shared_loops(const ast::Node &code,
                                               const std::vector<ParallelMark> &marks,
                                               const std::set<std::string> &declared = {},
                                               const ParallelMark *pending = nullptr);

} // namespace espalier::codegen
