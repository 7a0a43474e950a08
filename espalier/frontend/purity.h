#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>

namespace espalier::frontend {

/// What a call may do to memory.
enum class CallEffect {
    none,            ///< a function of its arguments' values alone
    reads_arguments, ///< and of what its pointer arguments lead to
    reads_memory,    ///< may read any memory
    unknown,         ///< may write, or do input or output
};

/// From attributes (`const`, `pure`), what Clang knows of the C library's mathematics (errno is
/// taken as not looked at), and the function's body where it is visible.
CallEffect effect_of(const clang::FunctionDecl *function);

/// How much a function of the file computes that is so short that compilers put what it does in
/// place of calls; nothing for others: those with loops or calls as well.
std::optional<unsigned> operations_in_place(const clang::FunctionDecl &function);

/// Whether a call only says that no value flows through what its arguments name: one of
/// `__pencil_kill`, a function that need not exist.
bool is_kill(const clang::CallExpr *call);

} // namespace espalier::frontend
