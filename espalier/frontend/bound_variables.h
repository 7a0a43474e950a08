#pragma once

#include "espalier/frontend/usage.h"

namespace espalier::frontend {

/// The variables of numbers, pointers or arrays that C++ may bind references to: those whose names
/// stand, in a function's body, for anything else than a value that is read or assigned there, and
/// those that lambdas use. Others may look at them, and change them, as if their address were
/// taken.
VariableSet variables_bound_to_references(const clang::Stmt *body);

} // namespace espalier::frontend
