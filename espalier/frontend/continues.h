#pragma once

#include <clang/AST/ASTContext.h>

namespace espalier::frontend {

/// Has the functions of the main file branch where they go on with the next iteration of a loop, in
/// the syntax tree:
///
///     for (...) { A; if (c) { B; continue; } C; }   ->   for (...) { A; if (c) { B; } else { C; }
///     }
///
/// That is, where the branch stands directly in the body of the loop, and nothing behind it is the
/// target of a jump; any other `continue` stays. The branch begins where it does in the source, and
/// ends with the body.
void turn_continues_into_branches(clang::ASTContext &ast);

} // namespace espalier::frontend
