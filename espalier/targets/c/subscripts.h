#pragma once

#include "espalier/ast/ast.h"
#include "espalier/targets/c/c_printer.h"

#include <string>
#include <vector>

namespace espalier::targets {

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

/// How an element that a piece of code names moves with a loop.
enum class Movement {
    fixed, ///< not at all
    along, ///< by one along its last dimension
    other,
};

/// \param column  the variable of the loop
Movement movement(const std::vector<ast::ExpressionPtr> &subscripts, const std::string &column);

/// Whether two elements of an array obviously differ.
bool differ(CPrinter &printer, const std::vector<ast::ExpressionPtr> &one,
            const std::vector<ast::ExpressionPtr> &other);

} // namespace espalier::targets
