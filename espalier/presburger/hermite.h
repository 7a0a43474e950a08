#pragma once

#include <isl/cpp.h>

#include <cstddef>
#include <vector>

namespace espalier::presburger {

/// Integers, row by row, all rows of one length.
using IntegerMatrix = std::vector<std::vector<isl::val>>;

/// Rows that complete those of A, of rank r and with n columns, to a basis of all rows. A Q = H,
/// with Q unimodular and H in Hermite normal form (lower triangular) up to the signs and sizes of
/// its entries, which play no part here: H has r columns that are not zero, so that the unit rows
/// e_{r+1}, ..., e_n are linearly independent of the rows of H, and e_{r+1} Q^-1, ..., e_n Q^-1 of
/// those of A. The latter are the last rows of Q^-1.
/// \param rows     of A, which need not be linearly independent
/// \param columns  n, the length of each row
/// \return n - r rows
/// Spatial Locality (2018), section 4.2
IntegerMatrix completing_rows(isl::ctx ctx, IntegerMatrix rows, std::size_t columns);

} // namespace espalier::presburger
