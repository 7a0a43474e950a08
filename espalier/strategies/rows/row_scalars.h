#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <cstddef>
#include <set>

namespace espalier::strategies {

/// A region in which each row of a strip has scalars of its own.
struct RowScalars {
    program::Program program;
    std::set<std::size_t> arrays; ///< the new ones, positions in Program::arrays
};

/// Gives the rows of a nest elements of their own for scalars, so that several rows can be worked
/// on at a time:
///   for i: { t = 0; for j: t += A[i][j] * x[j]; y[i] = t; }
///     ->  for i: { T[i mod 8] = 0; for j: T[i mod 8] += A[i][j] * x[j]; y[i] = T[i mod 8]; }
/// It does so for scalars that carry values within a row alone, and that the statements in inner
/// loops read or update.
/// \param dependences  of `program`
/// \param rows         of a strip
RowScalars with_row_scalars(const program::Program &program,
                            const dependence::Dependences &dependences, long rows);

} // namespace espalier::strategies
