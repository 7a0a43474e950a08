#pragma once

#include "espalier/program/program.h"

#include <optional>
#include <vector>

namespace espalier::transform {

/// A part of a statement that is to come from memory.
struct Term {
    program::ExpressionPtr value;
    bool is_condition; ///< only whether it is 0 matters
    /// The term that has to be a condition which holds, or which does not, where this one is
    /// computed; nothing: it always is.
    struct Guard {
        std::size_t term;
        bool holds;
        bool operator==(const Guard &) const = default;
    };
    std::optional<Guard> guard = {};
};

/// What a statement that collects is without its terms.
struct Collection {
    std::vector<Term> terms;
    program::ExpressionPtr body; ///< reads `terms[k]` as the access number `first_term` + k
    std::size_t first_term;
};

/// The access of a statement that its assignment writes, if that is an element of floating-point
/// numbers, and all else that the statement does is to read; null if there is none.
const program::Access *target_of(const program::Program &program,
                                 const program::Statement &statement);

/// The terms of a statement that collects what others compute in an element: `s += e`, also on
/// conditions, `s = s * c + e`, `s = e > s ? e : s`, `s = fmax(s, e)` and the like.
/// \return nothing if it is another one, or rounds a term to another type than that of the element
std::optional<Collection> collection_of(const program::Program &program,
                                        const program::Statement &statement);

} // namespace espalier::transform
