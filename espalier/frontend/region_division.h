#pragma once

#include <clang/AST/Stmt.h>

#include <functional>
#include <vector>

namespace espalier::frontend {

/// Divides statements that follow each other into the regions that they are to be, each of
/// statements that follow each other. What can be gained across nests is among a few of them, and
/// the time that dependences and schedules take grows faster than the number of statements: so the
/// nests of a long sequence of many statements, such as a solver's right-hand side, become regions
/// of a few statements each, and all others one.
/// \param contains_loop  whether a statement has a loop of the function's own text in it
std::vector<std::vector<const clang::Stmt *>>
divided_into_regions(const std::vector<const clang::Stmt *> &statements,
                     const std::function<bool(const clang::Stmt *)> &contains_loop);

} // namespace espalier::frontend
