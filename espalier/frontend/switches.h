#pragma once

#include <clang/AST/ASTContext.h>

namespace espalier::frontend {

/// Has the functions of the main file branch where they switch, in the syntax tree:
///
///     switch (e) { case 1: S; break; default: T; break; case 2: case 4 ... 6: U; }
///       ->  if (e == 1) { S } else if (e == 2 || (e >= 4 && e <= 6)) { U } else { T }
///
/// That is, where no case goes on into the next, none ends earlier by `break`, and the value can be
/// computed several times; other switches stay. The branch begins and ends where the switch does.
void turn_switches_into_branches(clang::ASTContext &ast);

} // namespace espalier::frontend
