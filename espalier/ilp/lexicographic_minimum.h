#pragma once

#include "espalier/ilp/constraints.h"
#include "espalier/ilp/problem.h"
#include "espalier/ilp/tableau.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace espalier::ilp {

/// A search has taken as many steps as it may.
struct Exhausted {};

/// The integer point x >= 0 of a polyhedron with the lexicographically smallest (f_1(x), ...,
/// f_k(x), x_0, ..., x_n-1), for objectives f, exactly: the dual simplex method in lexicographic
/// order, with the cuts of Gomory where the smallest rational point is no integer (Feautrier,
/// Parametric Integer Programming (1988)). Constraints come and go like a stack; what a solution
/// has cost stays for the constraints to come.
///
/// Each cut moves the point at least to where the first row with a fraction is the next integer, so
/// that the search ends if the polyhedron is bounded. It need not end if rows can grow without end
/// and there is no integer point with the values that those above them have.
class LexicographicMinimum {
public:
    struct Solution {
        std::vector<Integer> objectives, point;

        bool operator==(const Solution &) const = default;
    };

    /// Precondition: the objectives have no negative coefficients
    explicit LexicographicMinimum(std::size_t variables,
                                  const std::vector<LinearFunction> &objectives = {});

    explicit LexicographicMinimum(const Problem &problem);

    /// Demands that a function is not negative.
    void add_inequality(const LinearFunction &function);

    /// Demands that a function is zero.
    void add_equality(const LinearFunction &function);

    /// Limits the steps of all solutions to come together, exchanges in the tableau: no limit at
    /// first.
    void limit_steps(std::size_t steps) { steps_left_ = steps; }

    /// Has `poll` called now and then between steps, with how many numbers of the tableau they have
    /// changed since, about; what it throws ends a solution.
    void poll_with(std::function<void(std::size_t)> poll) { poll_ = std::move(poll); }

    /// Marks the constraints that there are; `pop` drops what came after the last mark, with it.
    void push();

    /// Precondition: there are more marks than calls so far
    void pop();

    /// The smallest integer point; nothing if there is none.
    /// Precondition: the polyhedron is bounded, or is a cone cut by a few more constraints that
    /// some integer point satisfies, as schedulers make it
    /// \param limit  nothing as well if the point's first values (objectives, then variables) are
    ///     not lexicographically smaller than these; known soon, this saves the rest of the work
    /// \throws Exhausted  once there are no steps left
    std::optional<Solution> solve(std::span<const Integer> limit = {});

private:
    struct Mark {
        Tableau tableau;
        Constraints::Size constraints;
        bool is_empty;
    };

    bool is_beyond(std::span<const Integer> limit) const;
    Solution solution() const;

    std::size_t objectives_;
    Tableau tableau_;
    Constraints constraints_;
    bool is_empty_ = false; ///< known to have no integer point
    std::size_t steps_left_ = std::numeric_limits<std::size_t>::max();
    std::function<void(std::size_t)> poll_;
    std::size_t changed_ = 0; ///< numbers since it was called
    std::vector<Mark> marks_;
};

} // namespace espalier::ilp
