#pragma once

#include "espalier/base/diagnostic.h"
#include "espalier/base/timings.h"

#include <string>

namespace espalier::report {

/// `file:line:column: severity: message [code]`, then the source line and a caret, then the notes.
std::string to_text(const Diagnostic &diagnostic);

/// A line `timing: PHASE SECONDS` per phase, and one for the total.
std::string to_text(const Timings &timings);

} // namespace espalier::report
