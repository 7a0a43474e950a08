#pragma once

#include "espalier/base/diagnostic.h"

#include <clang/Basic/SourceLocation.h>

#include <string>

namespace espalier::frontend {

/// Thrown where a piece of C has no place in the model; ends the region and becomes its remark.
struct Unmodelled {
    DiagnosticKind kind;
    clang::SourceLocation location;
    std::string message;
    std::string help = {}; ///< a change of the source that would help; empty if none is known
};

} // namespace espalier::frontend
