#pragma once

#include "espalier/lowering/names.h"

#include <string>

namespace espalier::lowering {

/// A type of vectors of GNU C, which may stand at any address of an element.
struct VectorType {
    std::string name;
    std::string definition; ///< a line of C
};

/// \param element  "float" or "double"
/// \param lanes    a power of two
VectorType vector_type(const Names &names, const std::string &element, long lanes);

} // namespace espalier::lowering
