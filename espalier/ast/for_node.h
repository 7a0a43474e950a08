#pragma once

#include "espalier/ast/graft.h"
#include "espalier/ast/request.h"
#include "espalier/ast/strides.h"

#include <optional>

namespace espalier::ast {

/// What a loop is made from.
struct Loop {
    std::size_t number; ///< of its schedule dimension
    isl::set bounds;    ///< { [t, i] }: one disjunct, simplified by what is known further out
    isl::set times;     ///< { [t, i] }: the values of i to visit, within `bounds`
    std::optional<Stride> stride;
    UpperBound upper_bound;
    schedule::LoopRolePtr role;
};

/// The stock for the body: the loop enforces its bounds and the stride; constraints in `bounds`
/// that have no part of i are pending
/// (Polyhedral AST Generation (2015), section 5.3.2).
Stock stock_of_body(const Loop &loop, const Stock &stock);

/// A loop over its body, with guards hoisted out of it (sections 5.3.2, 5.3.3 and 5.9).
/// \param stock       of the place of the loop
/// \param body_stock  stock_of_body(loop, stock)
/// \param body        { [t, i] }
/// \return { [t] }
/// \throws Unbounded if i has no lower bound
Graft make_for(const Loop &loop, const Stock &stock, const Stock &body_stock, Grafts body);

/// Whether a dimension takes one value at most although no bound alone says so, because the bounds
/// differ from one disjunct of `times` to another.
bool is_degenerate(const Loop &loop);

/// The stock for the body of a degenerate loop, in which i is known to be in `times`.
Stock stock_of_degenerate_body(const Loop &loop, const Stock &stock);

/// A degenerate loop: i gets its one value, under the condition that there is one (section 5.3.2).
/// \param body_stock  stock_of_degenerate_body(loop, stock)
Graft make_degenerate_for(const Loop &loop, const Stock &stock, const Stock &body_stock,
                          Grafts body);

/// A loop that has no first iteration.
struct Unbounded {};

} // namespace espalier::ast
