#pragma once

#include "espalier/lowering/code.h"

#include <cstddef>

namespace espalier::lowering {

/// Whether compilers may see code read a scalar, or an array of one element, before it writes it, as far as they do not know
/// which loops have iterations, and which conditions hold. Code of which little is known does not
/// count.
bool may_look_unset(const program::Program &program, const Code &code, std::size_t scalar);

} // namespace espalier::lowering
