#pragma once

#include "espalier/base/error.h"

#include <string>

namespace espalier::transform {

/// For a transformation that cannot be applied: why, and what there is instead.
inline Error impossible(const std::string &reason)
{
    return Error(Fault::input, DiagnosticKind::impossible_transformation, reason);
}

} // namespace espalier::transform
