#pragma once

#include "espalier/ast/expectation.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::ast {

/// Values of symbolic constants.
using Constants = std::map<std::string, long>;

/// Values for which to try code: small ones first, all near each other and all equal; then such
/// around the numbers in the constraints of the order, inside and outside of where each statement
/// is executed. All satisfy the expectation's context; the same for the same expectation.
std::vector<Constants> sample_constants(const Expectation &expectation);

/// { : ... }: the one point.
isl::set as_set(isl::ctx ctx, const Constants &constants);

} // namespace espalier::ast
