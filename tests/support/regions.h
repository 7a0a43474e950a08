#pragma once

#include "espalier/presburger/context.h"
#include "espalier/report/dependence_summary.h"

#include <string>

namespace espalier::test {

/// The dependences of `in_function(body)`.
report::RegionDependences dependences_in_function(const std::string &body,
                                                  const presburger::Context &context);

} // namespace espalier::test
