#pragma once

#include "espalier/ast/evaluate.h"
#include "espalier/program/program.h"

#include <vector>

namespace espalier::machine {

/// Bytes of an element of an array; 8 for types that Espalier does not know.
double element_bytes(const program::Program &program, const program::Array &array);

/// Where the elements of an array are, for some values of the parameters.
struct ArrayShape {
    double element_bytes;
    double bytes;                ///< of all elements; infinite if the array has no end
    std::vector<double> strides; ///< bytes from one element to the next in each dimension
};

/// The shape of each of a program's arrays. Rows of which nothing says how long they are, as behind
/// pointers, count as if they were beside each other, and ended with the last element that any of
/// the statements accesses.
/// \param sizes  values of the parameters
/// \throws NumberTooLarge
std::vector<ArrayShape> array_shapes(const program::Program &program, const ast::Values &sizes);

/// How long a dimension of an array is by what statements access of it: one more than the greatest
/// subscript, or at least 1. Infinite if there is no greatest one.
/// \param array  its position in Program::arrays
/// \param sizes  values of the parameters
double accessed_length(const program::Program &program, std::size_t array, std::size_t dimension,
                       const ast::Values &sizes);

} // namespace espalier::machine
