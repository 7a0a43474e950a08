#pragma once

#include "espalier/driver/optimize.h"
#include "espalier/presburger/context.h"
#include "espalier/strategies/candidate.h"

#include <optional>

namespace espalier::driver {

/// The nests before, between and behind some that stay as they are, each such part planned like a
/// region of its own (plan_region): by the strategy that the estimates prefer for it, with those
/// fused that read the same. Contractions are not blocked there.
/// \param plan   in an order that respects the dependences
/// \param fixed  { S[i] }: the outermost nests with these stay as they are
/// \return legal only if the part's own dependences are all that its statements have among each
///         other, which a check has to tell; nothing if there is no such part, or none can be
///         planned within a quarter of the budget
std::optional<transform::Plan> with_parts_planned(const transform::Plan &plan,
                                                  const isl::union_set &fixed,
                                                  const OptimizeOptions &options,
                                                  const presburger::Context &context,
                                                  Timings &timings);

/// The outermost nests of a region, each in the order that a strategy for nests of its kind has for
/// it; what is between those, as with_parts_planned has it. What is around a nest does not keep it
/// from what it would get alone.
/// \return nothing if there is but one nest, or no strategy is for any of them; legal as above
std::optional<strategies::Candidate> nests_planned(const program::Program &program,
                                                   const OptimizeOptions &options,
                                                   const presburger::Context &context,
                                                   Timings &timings);

} // namespace espalier::driver
