#pragma once

#include "espalier/ast/expressions.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::ast {

/// A schedule dimension that has been generated.
struct Dimension {
    std::size_t number;     ///< among the schedule dimensions of the tree
    ExpressionPtr iterator; ///< null if no loop was needed
    /// { [t] -> [v] }, t: the dimensions before it; where there is no loop.
    std::optional<isl::aff> value;
};

/// What is handed down on the way from the root of a schedule tree: what is known of the symbolic
/// constants and the loops around the present place, and how these map to schedule dimensions
/// (Polyhedral AST Generation (2015), section 4.2). In all sets, t stands for the dimensions that
/// have been generated; no constraint is on one without a loop.
class Stock {
public:
    /// Nothing generated yet.
    /// \param context  { : ... }
    /// \param prefix   loop variables are prefix0, prefix1, ...
    Stock(const isl::set &context, std::string prefix);

    std::size_t depth() const { return dimensions_.size(); }

    /// How many copies of the code at this place the unrolled dimensions around it make.
    long copies() const { return copies_; }
    const std::vector<Dimension> &dimensions() const { return dimensions_; }

    /// { [t] }: conditions that nodes further out enforce for certain.
    const isl::set &generated() const { return generated_; }

    /// { [t] }: these, and the pending ones, which nodes further out may end up enforcing: they
    /// hold whenever anything below is executed.
    const isl::set &known() const { return known_; }

    /// { [t] -> [t'] }: the dimensions without loops replaced by their values, for sets and
    /// functions of all schedule dimensions; nothing if all have loops.
    std::optional<isl::multi_aff> values() const;

    /// The same for sets that have further dimensions after these.
    std::optional<isl::multi_aff> values(std::size_t dimensions) const;

    /// Where the code below stands: an expression of [t] is evaluated when `known` holds.
    Place place(const isl::set &known) const;

    /// One more dimension, with a loop.
    /// \param generated, pending  { [t, i] }: the loop's conditions
    Stock with_loop(std::size_t number, const isl::set &generated, const isl::set &pending) const;

    /// One more dimension, without a loop.
    /// \param value    { [t] -> [i] }
    /// \param pending  { [t] }
    Stock with_value(std::size_t number, const isl::aff &value, const isl::set &pending) const;

    /// The same in each of `count` copies.
    /// Precondition: the product of both counts is a long
    Stock in_copies(long count) const;

    /// \name The same dimensions, with more that is known.
    /// \param constraints  { [t] }
    /// @{
    Stock with_generated(const isl::set &constraints) const;
    Stock with_pending(const isl::set &constraints) const;
    /// @}

private:
    void lift();

    std::string prefix_;
    std::vector<Dimension> dimensions_;
    isl::set generated_, known_;
    long copies_ = 1;
};

} // namespace espalier::ast
