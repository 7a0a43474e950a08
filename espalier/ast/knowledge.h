#pragma once

#include "espalier/ast/affine_form.h"

#include <isl/cpp.h>

#include <optional>
#include <vector>

namespace espalier::ast {

/// What is known at a place, { [t] }, and what can be proved from it. Nothing is computed before it
/// is asked for.
class Knowledge {
public:
    explicit Knowledge(isl::set known) : known_(std::move(known)) {}

    const isl::set &set() const { return known_; }

    /// A number that an integer-valued function { [t] -> [v] } is never below, by linear
    /// programming; infinity if there are no points, nothing if there is no such number.
    std::optional<isl::val> lower_bound(const isl::aff &function);

    /// Non-negative functions of the symbolic constants and t.
    const std::vector<AffineForm> &nonnegative();

    /// Whether an equality says that something is a multiple of a number.
    bool has_strides();

private:
    const std::vector<isl::basic_set> &parts();

    isl::set known_;
    std::optional<std::vector<isl::basic_set>> parts_;
    std::optional<std::vector<AffineForm>> nonnegative_;
    std::optional<bool> has_strides_;
};

/// A constraint of a basic set: `function` is zero, or is not negative.
struct Constraint {
    isl::aff function; ///< { [t] -> [v] }
    bool is_equality;
    bool has_division;
};

/// The constraints of a set, without those that only say what its integer divisions are.
/// Precondition: all integer divisions are explicit
std::vector<Constraint> constraints(const isl::basic_set &set);

} // namespace espalier::ast
