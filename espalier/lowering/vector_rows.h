#pragma once

#include "espalier/lowering/kernel_calls.h"
#include "espalier/lowering/kernel_library.h"
#include "espalier/machine/machine.h"
#include "espalier/strategies/cpu_strategy.h"

#include <optional>

namespace espalier::lowering {

/// Has functions execute the innermost vector loops in vectors of the machine's full width,
/// whatever width a compiler prefers:
///
///   for (i = ...)                              for (i = ...)
///       for (j = ..., in vector lanes)    ->       row(first, end, &B[i][0], &A[i - 1][0], ...);
///           B[i][j] = A[i - 1][j] + ...;
///
/// In the tree, a statement for the calls takes the place of the one in the loop. Pays where the
/// data are in a cache; loops that wait for memory gain nothing.
/// \param plan  whose marks of vector loops are right: their iterations are independent
/// \return nothing if no loop is a row operation (find_row_operation) that is long enough
std::optional<WithKernels> with_vector_rows(const program::Program &program,
                                            const transform::CpuPlan &plan,
                                            const machine::Machine &machine,
                                            KernelLibrary &library);

} // namespace espalier::lowering
