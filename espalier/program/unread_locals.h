#pragma once

#include "espalier/program/program.h"

namespace espalier::program {

/// The program without statements that only compute local variables which nothing else reads, as it
/// happens where subscripts and bounds that name a variable have its value in the model:
///
///     int k = n - 1 - j;         ->
///     a[i][j] += b[k][i];             a[i][j] += b[n - 1 - j][i];
///
/// Their kills and the loops that this empties go, too; the other statements keep their names, and
/// all arrays stay. Returns the program itself where no other statement would be left.
Program without_unread_locals(Program program);

/// Whether no value that the region computes is read, in it for others or behind it.
bool changes_nothing(const Program &program);

} // namespace espalier::program
