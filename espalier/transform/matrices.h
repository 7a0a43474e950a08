#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::transform {

/// A statement in the matrices of sections 2.3.2 and 2.3.3.
struct Matrices {
    using Matrix = std::vector<std::vector<long>>;

    std::vector<std::string> iterators; ///< columns of A, and the first ones of Lambda
    std::size_t local_variables;        ///< the next columns of Lambda
    std::vector<std::string> constants; ///< columns of Gamma but for the last, which is for 1
    Matrix a, gamma;                    ///< a row for each loop
    Beta beta;
    /// Rows (x, y, n, 1) >= 0, y: local variables; an equality makes two. For a domain of several
    /// polyhedra, one after the other.
    Matrix lambda;
};

Matrices matrices(const MatrixView &view, const Statement &statement);

/// Number of values in all matrices of all statements: the size of the representation (figure 2).
std::size_t value_count(const MatrixView &view);

/// For each statement its label, beta vector, and A and Gamma side by side.
std::string to_string(const MatrixView &view);

} // namespace espalier::transform
