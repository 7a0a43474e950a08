#pragma once

#include "espalier/program/program.h"

namespace espalier::transform {

/// \name Statements that call functions on arrays.
/// @{

/// The value of an access of the statement.
program::ExpressionPtr value_of(std::size_t access);

/// The address of the element that an access of the statement names.
program::ExpressionPtr address_of(std::size_t access);

/// A new reference of a statement to an element of an array.
/// \param subscripts  { S[i] -> [a_k] }, one for each dimension
program::Access new_access(const program::Program &program, const program::Statement &statement,
                           program::AccessKind kind, std::size_t array,
                           const std::vector<isl::pw_aff> &subscripts);

/// { S[b] -> [b] } of { S[b] }.
isl::multi_aff without_name(const isl::set &set);
/// @}

} // namespace espalier::transform
