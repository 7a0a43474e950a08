#pragma once

#include "espalier/lowering/elements.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::lowering {

/// A statement instance of a loop's body, `target op value`.
struct ColumnStep {
    const ast::User *user;
    const program::Statement *statement;
    const program::Assignment *assignment;
    std::vector<Element> elements; ///< by the accesses of the statement
    std::size_t target;            ///< the access that it assigns to
    bool is_sum;                   ///< the target is the same in all columns
    bool is_own = false;           ///< each column has a variable of its own for the target
    bool is_spread = false;        ///< it assigns a number that is the same in all columns

    const Element &updated() const { return elements[target]; }
};

/// The body of an innermost loop over columns.
struct ColumnSteps {
    std::string element_type;
    std::vector<ColumnStep> steps;
};

/// The steps of an innermost loop that counts up, of which vectors can take several columns at a
/// time, one step after the other: what a step writes, others use in the same column only, and sums
/// are used for nothing else. Of variables that are private by the loop's role, each column has its
/// own, which it writes before it reads them.
/// \return nothing if the loop is none of these, or computes something else than sums, differences,
///         products and quotients of numbers of one floating-point type
std::optional<ColumnSteps> column_steps(const program::Program &program, const ast::For &loop);

} // namespace espalier::lowering
