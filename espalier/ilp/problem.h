#pragma once

#include "espalier/ilp/arithmetic.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::ilp {

/// a_0 x_0 + ... + a_n-1 x_n-1 + c.
struct LinearFunction {
    std::vector<Integer> coefficients; ///< one for each variable
    Integer constant = 0;

    bool operator==(const LinearFunction &) const = default;
};

/// -f.
LinearFunction operator-(LinearFunction function);

/// A search for the integer x >= 0 with the lexicographically smallest (f_1(x), ..., f_k(x), x_0,
/// ..., x_n-1) for the objectives f.
struct Problem {
    std::size_t variables = 0;
    std::vector<LinearFunction> objectives;   ///< without negative coefficients
    std::vector<LinearFunction> equalities;   ///< functions that are zero
    std::vector<LinearFunction> inequalities; ///< functions that are not negative

    bool operator==(const Problem &) const = default;
};

/// A problem as text: a line for the number of variables and for each function, in order:
///
///     variables 3
///     minimize x0 + 2 x1
///     x0 - x2 = 0
///     3 x1 - x2 - 1 >= 0
std::string to_string(const Problem &problem);

/// Reads what `to_string` writes; lines that are empty or begin with "#" do not count.
/// \throws std::invalid_argument
Problem parse_problem(std::string_view text);

} // namespace espalier::ilp
