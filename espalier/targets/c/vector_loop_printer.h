#pragma once

#include "espalier/lowering/code.h"
#include "espalier/targets/c/c_printer.h"

#include <string>

namespace espalier::targets {

/// How far lines of code are indented.
struct Layout {
    std::string indentation; ///< of the first line
    std::string unit;        ///< of each level
};

/// What vectors do of a loop, in GNU C: lines that declare where the rest of it starts.
std::string print(CPrinter &printer, const lowering::VectorLoop &loop, const Layout &layout);

} // namespace espalier::targets
