#pragma once

#include <clang/AST/Stmt.h>

#include <vector>

namespace espalier::frontend {

/// Whether a statement is a loop, or has one in it.
/// \param statement  may be null
bool contains_loop(const clang::Stmt *statement);

/// Divides statements that follow each other into the regions that they are to be, each of
/// statements that follow each other. What can be gained across nests is among a few of them, and
/// the time that dependences and schedules take grows faster than the number of statements: so the
/// nests of a long sequence of many statements, such as a solver's right-hand side, become regions
/// of a few statements each, and all others one.
std::vector<std::vector<const clang::Stmt *>>
divided_into_regions(const std::vector<const clang::Stmt *> &statements);

} // namespace espalier::frontend
