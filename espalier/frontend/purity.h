#pragma once

#include <clang/AST/Decl.h>

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

} // namespace espalier::frontend
