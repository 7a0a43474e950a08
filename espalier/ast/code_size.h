#pragma once

#include "espalier/ast/ast.h"

#include <cstddef>
#include <map>
#include <string>

namespace espalier::ast {

/// How often code repeats itself.
struct CodeSize {
    std::map<std::string, std::size_t> copies; ///< of each statement
    std::size_t nests = 0;                     ///< loops that are not inside another loop
};

CodeSize code_size(const NodePtr &code);

} // namespace espalier::ast
