#pragma once

#include "espalier/program/program.h"

#include <string>

namespace espalier::program {

/// A text that tells values apart within a statement: expressions of the same one compute the same,
/// of the same elements, if nothing that they read is written in between.
/// \param expression  a part of the statement's body
std::string identity(const Statement &statement, const Expression &expression);

} // namespace espalier::program
