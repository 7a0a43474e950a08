#pragma once

#include "espalier/program/program.h"

namespace espalier::program {

/// Whether a value surely is a floating-point number from +0 on, or a NaN, whatever memory holds:
/// never less than zero, and never -0. Such are absolute values, squares, and sums, products and
/// quotients of such; so are the variables that a statement just before, in the same iteration of
/// the same loops, sets to one.
/// \param expression  a part of the statement's body
bool is_never_negative(const Program &program, const Statement &statement,
                       const Expression &expression);

} // namespace espalier::program
