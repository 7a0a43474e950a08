#pragma once

#include "espalier/frontend/unmodelled.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <vector>

namespace espalier::frontend {

/// What is modelled of C++: what C has as well, and of the library the containers and functions of
/// cxx_library.h. Everything that is neither is refused here, so that the other parts of the front
/// end need not know of it.
/// \throws Unmodelled at the first construct in `statements` that is not modelled
void require_cxx_subset(const std::vector<const clang::Stmt *> &statements);

/// Whether a function computes with numbers and pointers alone, as C does: no references, no
/// classes, nothing that throws.
bool is_in_cxx_subset(const clang::FunctionDecl *definition);

/// Why no regions are looked for in a function of C++; nothing if they are.
std::optional<Unmodelled> refusal_of(const clang::FunctionDecl *function);

} // namespace espalier::frontend
