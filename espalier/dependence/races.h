#pragma once

#include "espalier/dependence/violations.h"

#include <cstddef>
#include <vector>

namespace espalier::dependence {

/// Accesses to one element, one of them to write it, that a schedule leaves without an order: in a
/// parallel loop whose iterations have no copies of their own, or at a set
/// (Violation::Kind::race).
/// \param order  of the program's instances, with the roles of loops respected
std::vector<Violation> races(const program::Program &program, const ExecutionOrder &order);

/// Whether iterations have copies of their own of an array.
bool has_private(const schedule::Privatization &own, std::size_t array);

} // namespace espalier::dependence
