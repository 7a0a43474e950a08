#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <optional>
#include <string>

namespace espalier::transform {

/// How a statement keeps the extremum `m` of itself and a number `x`:
///
///     takes:   m = x > m ? x : m;    if (x > m) m = x;
///     keeps:   m = m > x ? m : x;
///     called:  m = fmax(m, x);       m = fmax(x, m);
///
/// and likewise with >=, and of the least number with <, <= and fmin.
struct ExtremumForm {
    enum class Kind {
        takes,  ///< m = x op m ? x : m
        keeps,  ///< m = m op x ? m : x
        called, ///< m = op(m, x)
    };
    Kind kind;
    std::string op;
    bool is_maximum;
    program::ExpressionPtr number; ///< x
    /// m is not written where it stays as it is.
    bool is_guarded = false;
    /// fmax(x, m)
    bool is_number_first = false;
};

/// `fmax(m, x)`, with the arguments in the order of the source's.
/// \param form  called
program::ExpressionPtr called_extremum(const ExtremumForm &form, const program::ExpressionPtr &m,
                                       const program::ExpressionPtr &x);

/// The form of a statement; nothing if it keeps no extremum, or more than one element of the
/// array of `m` is accessed, or that does not hold floating-point numbers.
std::optional<ExtremumForm> extremum_form(const program::Program &program,
                                          const program::Statement &statement);

/// Whether the source would rather not compute `x` again and again.
bool is_computed(const program::Expression &number);

/// The write of `m`.
/// \param statement  one that has a form
const program::Access &extremum_of(const program::Statement &statement);

/// { [i] -> A[m] }: the extrema that a statement with a form keeps in the iterations of the loops
/// around it, of so many outer ones.
isl::map extrema_in(const program::Statement &statement, std::size_t loops);

} // namespace espalier::transform
