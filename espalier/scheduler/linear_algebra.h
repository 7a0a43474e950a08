#pragma once

#include "espalier/base/checked.h"

#include <cstddef>
#include <span>
#include <vector>

namespace espalier::scheduler {

/// Of integers: a row of coefficients, or the coordinates of a point. All functions on vectors
/// throw NumberTooLarge where a number passes 64 bits, more than any loop could use.
using Vector = std::vector<Number>;

/// The scalar product of two vectors of the same length.
Number product(std::span<const Number> first, std::span<const Number> second);

/// Whether all entries are zero.
bool is_zero(std::span<const Number> vector);

/// The greatest common divisor of all entries; 0 if all are zero.
Number common_divisor(std::span<const Number> vector);

/// Divides all entries by their common divisor.
void divide_out(Vector &vector);

/// (1, 0, ..., 0), ..., (0, ..., 0, 1).
std::vector<Vector> unit_vectors(std::size_t dimension);

/// The sum of the rows, each times a factor. Precondition: there is a row
Vector combination(std::span<const Number> factors, const std::vector<Vector> &rows);

/// A basis of the space that the rows span, in echelon form with primitive rows: the first nonzero
/// entry of each is positive, and its column is zero in all others.
std::vector<Vector> row_basis(std::vector<Vector> rows);

/// A basis, primitive and with positive first nonzero entries, of the vectors orthogonal to all
/// rows: a vector x depends linearly on the rows iff r.x = 0 for all r of it (Spatial Locality
/// (2018), section 3.3). Those about earlier dimensions come first.
/// \param dimension  the length of the rows
std::vector<Vector> orthogonal_basis(const std::vector<Vector> &rows, std::size_t dimension);

} // namespace espalier::scheduler
