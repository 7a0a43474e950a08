#pragma once

#include "espalier/transform/matrix_view.h"

#include <string>

namespace espalier::transform {

/// ADDCONTEXT (figure 34): a condition on the symbolic constants that the transformed code may rely
/// on. It becomes one of the program's assumptions, which are checked at run time.
/// \throws Error{impossible_transformation} if it cannot be read, or contradicts what is known
MatrixView add_context(MatrixView view, const std::string &condition);

} // namespace espalier::transform
