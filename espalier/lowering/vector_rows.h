#pragma once

#include "espalier/lowering/kernel_library.h"
#include "espalier/lowering/lowered_plan.h"
#include "espalier/machine/machine.h"

namespace espalier::lowering {

/// Has functions execute the loops that ask for them (LoopRole::has_row_function) in vectors of the
/// machine's full width, whatever width a compiler prefers:
///
///   for (i = ...)                              for (i = ...)
///       for (j = ..., in vector lanes)    ->       row(first, end, &B[i][0], &A[i - 1][0], ...);
///           B[i][j] = A[i - 1][j] + ...;
///
/// In the tree, a statement for the calls takes the place of the one in the loop.
/// \param plan  whose roles are right: iterations of vector loops are independent
/// \return the same plan if no such loop is a row operation (find_row_operation) that is long
/// enough
LoweredPlan with_vector_rows(LoweredPlan plan, const machine::Machine &machine,
                             KernelLibrary &library);

} // namespace espalier::lowering
