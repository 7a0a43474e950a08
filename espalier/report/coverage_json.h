#pragma once

#include "espalier/report/coverage.h"

#include <string>

namespace espalier::report {

/// The same as to_text() says, for programs, with each loop of each file; docs/command-line.md
/// describes the form.
std::string to_json(const Coverage &coverage);

} // namespace espalier::report
