#pragma once

#include "espalier/lowering/call_contract.h"
#include "espalier/transform/matrix_view.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::lowering {

///   for b: { X[e] = C[f(b, e)];  call(b, X);  C[f(b, e)] = X[e]; }   is   for b: call(b, C)
/// Whether a call works on a buffer as on the elements that are copied there before it and back
/// behind it, in the same iteration of the loops around: all that it uses is loaded, all that it
/// writes is stored, at the place where it was; what is stored was loaded, nothing else is between
/// that, and threads have buffers of their own.
/// \param order   of calls and copies
/// \param accesses   of what calls execute, { S[i] -> [a] }, with the elements of the buffer
/// \param instances  { S[i] }: what they execute
/// \return labels of the statements that fill and empty the buffer; nothing if it is not so
std::optional<std::vector<std::string>> copies_around(const transform::MatrixView &order,
                                                      const CallContract &contract,
                                                      const std::vector<program::Access> &accesses,
                                                      const isl::set &instances);

} // namespace espalier::lowering
