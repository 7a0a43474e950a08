#pragma once

#include <functional>

namespace espalier {

/// Runs `work` on a stack that is large enough for the recursion over any text that people write:
/// Clang, isl and Espalier visit what is nested by recursion. If it overflows nonetheless, the
/// process prints E101 to standard error and ends with the exit status for faults of the input.
///
/// Handles SIGSEGV for the whole process where nothing else does yet, as sanitizers would; other
/// faults than an overflow end the process as before.
/// \return what `work` returns
/// Precondition: `work` throws nothing, and is the only one to run with a deep stack
int run_on_deep_stack(const std::function<int()> &work);

} // namespace espalier
