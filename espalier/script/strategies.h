#pragma once

#include "espalier/script/call.h"

#include <string>

namespace espalier::script {

/// \name What functions share that do what strategies do.
/// @{

/// For those that take a region as it is in the source.
/// \throws Error{impossible_transformation} if it has another order already
void require_source(const Call &call);

/// For a call that cannot be applied.
Error nothing_to_do(const Call &call, const std::string &reason);
/// @}

} // namespace espalier::script
