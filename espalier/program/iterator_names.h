#pragma once

#include "espalier/program/program.h"

#include <isl/cpp.h>

#include <string>

namespace espalier::program {

/// \name Names for people: the same value, its dimensions named after the loop variables of the
/// source. Nothing that is computed depends on them.
/// @{

/// \param set  { S[i] }, S: `statement`
isl::set with_iterator_names(isl::set set, const Statement &statement);

/// \param function  { S[i] -> [v] }
isl::pw_aff with_iterator_names(isl::pw_aff function, const Statement &statement);

/// \param relation  { S[i] -> T[j] }, S: `source`, T: `sink`; the names of the sink's iterators get
/// a prime: { S[i, j] -> T[i', j'] : i' > i }
isl::map with_iterator_names(isl::map relation, const Statement &source, const Statement &sink);
/// @}

/// An affine function as C has it, with the loop variables' names, positive terms first:
/// "n - i - 1". In isl's notation where it has several pieces or rounds.
/// \param function  { S[i] -> [v] }
std::string describe(const isl::pw_aff &function, const Statement &statement);

} // namespace espalier::program
