#pragma once

#include "espalier/frontend/model.h"

#include <clang/AST/Expr.h>

#include <vector>

namespace espalier::frontend {

/// What is assigned to one member of a structure.
struct MemberCopy {
    const clang::Expr *target; ///< an lvalue
    const clang::Expr *source; ///< an lvalue
    const clang::Expr *value;  ///< what `source` holds
};

/// The assignments of numbers that copying a structure as a whole amounts to, in the order of its
/// members, those of structures in it included:
///
///     p[i] = q[j];   ->   p[i].re = q[j].re; p[i].im = q[j].im;
///
/// C copies what both sides name, which is either the same memory or memory apart, and leaves open
/// what is between the members.
/// \param target  an lvalue
/// \param source  an lvalue of the same type
/// \throws Unmodelled for members that are no numbers, and where a side may be found through one
///                    that the copy changes: the second assignment might find another one
std::vector<MemberCopy> copies_of_members(const clang::Expr *target, const clang::Expr *source,
                                          const Model &model);

/// Whether an expression is that of a structure, and no number or pointer.
bool is_structure(const clang::Expr *expression);

/// The structure in memory that an expression has the value of; null for other values, such as what
/// a function returns.
const clang::Expr *copied_structure(const clang::Expr *value);

} // namespace espalier::frontend
