#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <optional>
#include <string>

namespace espalier::program {

/// \name What vectors of floating-point numbers can compute.
/// @{

/// Bytes of "double" or "float"; nothing for other types.
std::optional<std::size_t> size_of_floating(const std::string &type);

/// Whether a constant is written with a point, and has that floating-point type.
bool is_of_type(const program::Literal &literal, const std::string &type);

/// Whether an operation adds, subtracts, multiplies or divides.
bool is_arithmetic(const program::BinaryOperation &operation);

/// Whether an expression does that with numbers of a floating-point type, and nothing else.
bool is_arithmetic(const program::Expression &expression, const std::string &type);

/// Whether a statement assigns what is such an expression, or a number.
bool is_arithmetic(const program::Assignment &assignment, const std::string &type);
/// @}

} // namespace espalier::program
