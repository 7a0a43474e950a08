#pragma once

#include "espalier/lowering/kernel_library.h"
#include "espalier/strategies/stencils/row_operation.h"

namespace espalier::lowering {

/// A function that executes an operation on rows in vectors:
///
///     static void row(long first, long end, T *a0, const T *a1, ..., T x0, ...)
///
/// a0: the row that is written, a1, ...: the others, all from k = 0 on; x: values that stay the
/// same. Whole vectors are stored at multiples of their size, and one at each end of the row that
/// overlaps them: it computes the same values again, from what was there before. So there is no
/// element by element, unless the row is shorter than a vector; and every element is computed as
/// the statement says.
/// \param lanes  elements of a vector, 2 or more
/// \return the function, and what it needs
Kernel row_function(KernelLibrary &library, const program::Program &program,
                    const program::Statement &statement, const strategies::RowOperation &operation,
                    long lanes);

} // namespace espalier::lowering
