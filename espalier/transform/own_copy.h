#pragma once

#include "espalier/transform/matrix_view.h"

#include <isl/cpp.h>

#include <optional>
#include <string>

namespace espalier::transform {

///   for i: { A[a] = ...; ... = A[a]; }
///   ->  for i: { A_own[a] = ...; ... = A_own[a]; if (i writes A[a] last) A[a] = A_own[a]; }
/// Privatization with the last values copied out (Tu and Padua, Automatic Array Privatization
/// (1993); Maydan, Amarasinghe and Lam, Array Data-Flow Analysis and its Use in Array Privatization
/// (1993)): each iteration of a loop works on an array of its own, and what stays in `array` comes
/// from the iteration that is the last one to write it, element by element. Elements that no
/// iteration writes stay as they are, and are read where they are.
/// Nothing is copied out of an array whose values nobody reads behind the loop. A dimension of
/// unknown size gets the length of what the loop touches; one in which each iteration stays at one
/// place is dropped.
/// Legal iff each read of an element that the loop writes sees a value of its own iteration.
/// \param loop     whose iterations get copies
/// \param lasting  { S[i] -> A[a] }: the writes in the loop whose values anything behind them may
///                 read (dependence::lasting_writes): what is not among them is not copied out;
///                 nothing if that is not known
/// \throws Error{impossible_transformation} if nothing in the loop writes the array; if a statement
///         may write an element that its iteration does not surely write, or has functions read the
///         array; if parts of a statement are inside and outside; if what the loop
///         touches has no bounds, or the last iterations have too many cases; if the array is
///         compared with other memory at run time, and less of it would be accessed for `lasting`
MatrixView with_own_copy(MatrixView view, const std::string &array, const Beta &loop,
                         const std::optional<isl::union_map> &lasting = {});

} // namespace espalier::transform
