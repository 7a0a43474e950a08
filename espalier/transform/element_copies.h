#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::transform {

/// \name Statements that copy elements of one array to another, in the iterations of a loop.
/// @{

/// The order of a new statement: the loops around a place, and one over each dimension of elements.
/// It has a label that nothing else has.
/// \param wish      for the label
/// \param loop      to execute it in, the innermost of the loops around
/// \param child     its number among what is in the loop
/// \param elements  { [t] -> [a] }: in which iterations it executes what
Statement statement_on_elements(const MatrixView &view, const std::string &wish, const Beta &loop,
                                long child, const isl::map &elements);

/// An element of an array at the instances of a statement.
struct ElementAt {
    std::size_t array;
    std::vector<isl::pw_aff> subscripts; ///< { S[t, a] -> [a_k] }
};

/// `target = source;`
/// \param instances  { S[t, a] }
/// \param iterators  their names
/// \param place      of what it is made for
program::Statement copy_of_element(const program::Program &program, const isl::set &instances,
                                   const std::vector<std::string> &iterators,
                                   const SourcePlace &place, const ElementAt &target,
                                   const ElementAt &source);

/// The same for an order that statement_on_elements() made.
program::Statement copy_of_element(const program::Program &program, const Statement &order,
                                   const SourcePlace &place, const ElementAt &target,
                                   const ElementAt &source);
/// @}

} // namespace espalier::transform
