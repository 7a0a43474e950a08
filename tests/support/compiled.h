#pragma once

#include "espalier/frontend/frontend.h"
#include "espalier/transform/matrix_view.h"

#include <string>

/// For comparing what programs print before and after a transformation.
namespace espalier::test {

/// A C file with one region, which is executed as `view`, made of its program, says: loops with
/// roles run as these want it.
/// \throws std::runtime_error if no code can be made
std::string transformed(const frontend::Extraction &file, const transform::MatrixView &view);

/// What a C program prints, compiled by the system's compiler with checks of memory accesses and
/// undefined behaviour.
/// \throws std::runtime_error if it cannot be compiled, or fails
std::string output_of(const std::string &source);

} // namespace espalier::test
