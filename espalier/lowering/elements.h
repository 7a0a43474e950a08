#pragma once

#include "espalier/ast/ast.h"
#include "espalier/program/program.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::lowering {

/// \name Expressions in the variables of loops.
/// @{

ast::ExpressionPtr name_of(const std::string &name);

/// name + constant
ast::ExpressionPtr plus(const std::string &name, long constant);

/// An expression with another one in place of a variable.
ast::ExpressionPtr replaced(const ast::ExpressionPtr &expression, const std::string &name,
                            const ast::ExpressionPtr &value);

bool mentions(const ast::Expression &expression, const std::string &name);

/// Whether an expression obviously grows by one with a variable.
bool counts(const ast::Expression &expression, const std::string &name);
/// @}

/// Whether a loop goes through all numbers from its first one on.
bool counts_by_one(const ast::For &loop);

/// An element of an array, as a piece of code names it.
struct Element {
    std::size_t array; ///< position in Program::arrays
    std::vector<ast::ExpressionPtr> subscripts;
};

/// Whether two names of elements are the same.
bool operator==(const Element &one, const Element &other);

/// Whether two elements of an array obviously differ: by a constant in a subscript.
bool differ(const Element &one, const Element &other);

/// The program's statement that code executes an instance of; null if it is none of these.
const program::Statement *statement_of(const program::Program &program, const ast::User &user);

/// The element that an access of a statement instance names.
Element element(const ast::User &user, const program::Statement &statement, std::size_t access);

/// Whether the program's statements in some code access an array.
bool uses(const program::Program &program, const ast::Node &node, std::size_t array);

/// Whether they read elements of it.
bool reads(const program::Program &program, const ast::Node &node, std::size_t array);

/// How an element moves with a loop.
enum class Movement {
    fixed, ///< not at all
    along, ///< by one along its last dimension
    other,
};

/// \param column  the variable of the loop
Movement movement(const Element &element, const std::string &column);

} // namespace espalier::lowering
