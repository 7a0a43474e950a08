#pragma once

#include "espalier/program/program.h"

#include <functional>
#include <string>

namespace espalier::program {

/// How the leaves of a statement's body are written where it is printed.
struct LeafPrinter {
    /// The element that Statement::accesses[n] names.
    std::function<std::string(std::size_t access)> access;
    /// The value of a loop variable, as an operand of any operator.
    std::function<std::string(const IteratorValue &)> iterator;
    /// The value of an affine expression, as an operand of any operator.
    std::function<std::string(const AffineValue &)> affine;
};

/// A body as C, with as few parentheses as it needs; no semicolon.
std::string print(const Expression &body, const LeafPrinter &leaves);

/// The element of an array: `p->cells[i].mass` for the subscripts {"i"}.
std::string print_element(const Array &array, const std::vector<std::string> &subscripts);

} // namespace espalier::program
