#pragma once

#include "espalier/base/error.h"
#include "espalier/schedule/cursor.h"

#include <fmt/format.h>

#include <string>

namespace espalier::schedule {

/// For an edit that does not apply: where, and why.
inline Error impossible(const Cursor &place, const std::string &reason)
{
    return Error(Fault::input, DiagnosticKind::impossible_edit,
                 fmt::format("{}: {}", describe(place), reason));
}

} // namespace espalier::schedule
