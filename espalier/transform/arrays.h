#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::transform {

/// \name What transformations of data layout share.
/// @{

/// The position of an array in Program::arrays, by its name in the program.
/// \throws Error{impossible_transformation} if it has none of that name
std::size_t find_array(const program::Program &program, const std::string &name);

/// { [] -> [n] }
isl::pw_aff constant_extent(const isl::val &value);

/// { S[i] -> [n] } of { [] -> [n] }.
isl::pw_aff on_instances(const isl::pw_aff &extent, const isl::space &statement);

/// \throws Error{impossible_transformation} if `order` does not name each dimension of an array
/// once
void require_order(const program::Array &array, const std::vector<std::size_t> &order);

/// \throws Error{impossible_transformation} if a declaration is not just type, name and extents
void require_declarable(const program::Array &array);

/// { S[i] -> [t] }: when the loop in a row executes the instances of a statement of the program,
/// all parts of which are in that many loops.
isl::pw_aff time_of(const MatrixView &view, const program::Statement &source, std::size_t row);

/// Has code generation declare an array inside the region, of the extents that it has. It keeps its
/// name in C if the region declared it, and no other array is in the same variable.
void declare_by_extents(program::Program &program, std::size_t array);

/// Adds a new array of the region's own, which code generation declares by its extents.
/// \param array  with a name in C that nothing else has, its type and extents
/// \return its position
std::size_t add_array(program::Program &program, program::Array array);

/// A reference names an element of an array by other subscripts, one for each dimension; a kill is
/// of the whole array.
/// \param subscripts  { S[i] -> [a_k] }; not used for a kill
void set_element(const program::Program &program, program::Access &access, std::size_t array,
                 const std::vector<isl::pw_aff> &subscripts);

/// A name, `wish` or nearly, that C code in place of the region can declare, and that no statement,
/// array or loop of the program has.
std::string unused_name_in(const MatrixView &view, const std::string &wish);

/// The statement of the program that a statement is, or is a part of.
const program::Statement &program_statement(const program::Program &program,
                                            const Statement &statement);

/// Whether a statement is one of the program, or a part of it.
bool is_of(const Statement &statement, const program::Statement &source);

/// Whether a statement has all instances of the program's that it is.
bool is_whole(const program::Program &program, const Statement &statement);

/// Whether an access reads or writes an array.
bool uses(const program::Access &access, std::size_t array);

/// Whether a statement writes an array, or may.
bool writes(const program::Statement &statement, std::size_t array);

/// Whether some statement of a program does.
bool is_written(const program::Program &program, std::size_t array);

/// { S[i] -> [i_k] } on a space { S[i] }.
isl::pw_aff coordinate(const isl::space &space, std::size_t position);

/// Leaves a statement no instances.
void drop(program::Statement &statement);

/// "`S1` (line 7)": for messages.
std::string place_of(const program::Statement &statement);
/// @}

} // namespace espalier::transform
