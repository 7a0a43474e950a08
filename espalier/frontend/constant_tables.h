#pragma once

#include <clang/AST/Expr.h>
#include <llvm/ADT/APSInt.h>

#include <optional>

namespace espalier::frontend {

/// The least and the greatest of some integers.
struct Extremes {
    llvm::APSInt least, greatest; ///< of the same type
};

/// Of all integers in the array that `element` is an element of, at some subscripts: an array that
/// is `const` in itself and whose declaration lists what it has, so that nothing else is ever
/// there.
///
///     static const int opposite[] = {0, 3, 4, 1, 2};   opposite[q]   ->   0, 4
///
/// \return nothing for other arrays, or if the list is long; nor for weak ones, which the linker
///         may replace
std::optional<Extremes> extremes_of_table(const clang::ArraySubscriptExpr *element,
                                          const clang::ASTContext &ast);

} // namespace espalier::frontend
