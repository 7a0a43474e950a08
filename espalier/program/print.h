#pragma once

#include "espalier/program/program.h"

#include <functional>
#include <string>

namespace espalier::program {

/// How the leaves of a statement's body are written where it is printed.
struct LeafPrinter {
    /// The element that Statement::accesses[n] names.
    std::function<std::string(std::size_t access)> access;
    /// An element of the array of Statement::accesses[n], by C's subscripts.
    std::function<std::string(std::size_t access, const std::vector<std::string> &subscripts)>
        indirect;
    /// The value of a loop variable, as an operand of any operator.
    std::function<std::string(const IteratorValue &)> iterator;
    /// The value of an affine expression, as an operand of any operator.
    std::function<std::string(const AffineValue &)> affine;
};

/// An expression as C, with as few parentheses as it needs; of a body, without the semicolon.
std::string print(const Expression &expression, const LeafPrinter &leaves);

/// A body as statements of C in lines, each with its end.
/// \param unit  by which the lines of inner statements are indented
std::string print_statement(const Expression &body, const LeafPrinter &leaves,
                            const std::string &unit);

/// The element of an array: `p->cells[i].mass` for the subscripts {"i"}.
std::string print_element(const Array &array, const std::vector<std::string> &subscripts);

/// The same with one subscript for the linear dimensions, as C has it.
std::string print_lvalue(Array array, const std::vector<std::string> &subscripts);

} // namespace espalier::program
