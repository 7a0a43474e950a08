#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/dependence/parallelism.h"
#include "espalier/transform/matrix_view.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace espalier::strategies {

/// The instances of statements in a loop, and when they are executed.
struct LoopTimes {
    isl::union_set instances;      ///< { S[i] }
    isl::multi_union_pw_aff outer; ///< { S[i] -> [t] }: by the loops around
    isl::union_pw_aff member;      ///< { S[i] -> [t] }: by the loop
};

/// \param row  of the loop, in all of the statements, of which there is one at least
LoopTimes times_in_loop(const std::vector<const transform::Statement *> &statements,
                        std::size_t row);

/// Whether there are some of the instances for all values of the loops around.
/// \param outer  as in LoopTimes
bool are_everywhere(const isl::union_set &some, const isl::union_set &instances,
                    const isl::multi_union_pw_aff &outer);

/// The dimension of its domain that a row of a statement goes through: a loop of the source, or of
/// what copies elements of arrays.
std::size_t dimension_of(const transform::Statement &statement, std::size_t row);

/// \name The innermost loops in a loop, or the loop itself, and those of them that are deepest.
/// @{
std::set<transform::Beta> innermost_loops(const transform::MatrixView &view,
                                          const transform::Beta &loop);
std::set<transform::Beta> deepest_loops(const transform::MatrixView &view,
                                        const transform::Beta &loop);
/// @}

/// How many accesses in a loop go from one element to the next along another one, or itself.
int contiguous_accesses(const transform::MatrixView &view, const transform::Beta &inner,
                        const transform::Beta &loop);

/// A loop, and what makes its iterations independent.
struct IndependentLoop {
    transform::Beta place;
    schedule::Privatization own;
};

/// Of loops inside of each other, around the same statements, the one along which most elements are
/// beside each other, as far inside as possible; nothing if there are none.
std::optional<IndependentLoop> best_loop(const transform::MatrixView &view,
                                         const std::vector<IndependentLoop> &loops);

/// Finds loops with recurrences, by the dependences of a program that orders are of.
class RecurrenceSearch {
public:
    /// \param program, dependences  have to live longer
    RecurrenceSearch(const program::Program &program, const dependence::Dependences &dependences)
        : program_(program), dependences_(dependences)
    {
    }

    /// What makes the iterations of a loop independent; nothing if they are not.
    std::optional<schedule::Privatization> parallelism(const transform::MatrixView &view,
                                                       const transform::Beta &loop) const;

    /// The same of some of the statements in it.
    /// \param row  of the loop, in all of the statements
    std::optional<schedule::Privatization>
    parallelism(const std::vector<const transform::Statement *> &statements, std::size_t row) const;

    /// Whether iterations of the loop that is all of another one could be around that, and are
    /// independent there.
    bool is_independent_around(const transform::MatrixView &view,
                               const transform::Beta &loop) const;

    /// Whether an innermost loop carries dependences, and more than sums that have other ways to
    /// overlap: those of what is contiguous in a loop around it have none.
    bool is_recurrence(const transform::MatrixView &view, const transform::Beta &inner,
                       const transform::Beta &loop) const;

    /// Whether an innermost loop in a loop is such a one.
    bool has_recurrence(const transform::MatrixView &view, const transform::Beta &loop) const;

    /// The same of the loops that are deepest inside, which most of the work is in.
    bool has_recurrence_at_heart(const transform::MatrixView &view,
                                 const transform::Beta &loop) const;

    /// A loop, and those in it in which all of it is, with independent iterations and recurrences
    /// in each, from the outermost inwards.
    /// \param outer  with independent iterations
    std::vector<IndependentLoop> loops_around_recurrences(const transform::MatrixView &view,
                                                          const IndependentLoop &outer) const;

    /// The innermost loops in a loop that are better ones for vectors than that.
    std::set<transform::Beta> vector_loops(const transform::MatrixView &view,
                                           const transform::Beta &loop) const;

private:
    const program::Program &program_;
    const dependence::Dependences &dependences_;
};

} // namespace espalier::strategies
