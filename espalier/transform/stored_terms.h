#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::transform {

/// A statement that collects values in one floating-point element, whatever else it reads:
///
///     s += e;   s = s * d + e;   s = c ? s + e : s;   s = e > s ? e : s;   s = fmax(s, e);
///
/// Its terms are the largest parts that do not read `s`: c, d and e.
struct CollectingStatement {
    std::size_t statement; ///< position in Program::statements
    std::size_t array;     ///< of `s`
    /// What it reads and writes of `s`.
    std::vector<isl::id> references;
};

/// Those among the statements of a program whose terms can be stored in memory as they are: numbers
/// that the type of `s` holds, since C converts them to it before anything else happens to them,
/// and conditions. A term that the source computes only for some values of `s` has to be a
/// variable, or one that it computes for the others as well.
std::vector<CollectingStatement> collecting_statements(const program::Program &program);

///   for i: { R; s += e(i); }
///   ->  for i: { R; terms[i mod 4096] = e(i); s += terms[i mod 4096]; }
/// A statement that collects gets its terms from an array, where statements before it put them: so
/// many iterations of a loop, with all that is further in, have elements of their own. What
/// computes terms can then move apart from what collects them. A term that the source does not
/// compute for some instances is 0 there.
/// \param statement  one of collecting_statements(), by its name
/// \param loop       which of the loops around it, counted from the outermost
/// \param size       of the array's outermost dimension
/// \return a program that does the same; nothing if a loop further in has no bounds, or the
/// statement is none of these
std::optional<program::Program> with_terms_stored(const program::Program &program,
                                                  const std::string &statement, std::size_t loop,
                                                  long size);

} // namespace espalier::transform
