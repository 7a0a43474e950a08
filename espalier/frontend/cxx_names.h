#pragma once

#include <clang/AST/Expr.h>

#include <string>

namespace espalier::frontend {

/// How C++ calls a function in code at the start of a region: by its name in `std`, as the source
/// does, or, for functions of C that the source calls by names in `std`, by their own.
/// \param function  around the region
/// \throws Unmodelled if that may mean another function there
std::string cxx_name_of(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                        const clang::FunctionDecl *function);

} // namespace espalier::frontend
