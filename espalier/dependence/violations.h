#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/dependence/execution_order.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace espalier::dependence {

/// Pairs of instances that a schedule executes in an order that changes what the program computes,
/// all of two references, decided at one step of the schedule (composition: Girbal et al. (2006),
/// section 5.3).
struct Violation {
    enum class Kind {
        flow,         ///< a read does not run after the write whose value it is to see
        interference, ///< a write runs between another write and a read of what that one wrote
        forced,       ///< a write moved before a live-in read, after a live-out write, or across a
                      ///< write that the same read may see
        race,         ///< two updates of a relaxed reduction run at the same time, on one copy
        missing,      ///< an instance that the schedule does not execute
        foreign,      ///< an instance that it executes, and the program does not
        /// With another layout of data (storage.h):
        storage,  ///< a read runs after the write whose value it is to see, and does not find it
        stray,    ///< a read finds the value of a write that it is not to see
        unfilled, ///< a read is to see what was there before the region, and does not find it
        unsaved   ///< a write whose value the region is to leave behind, and does not
    };

    Kind kind;
    /// { [S[i] -> R[]] -> [T[j] -> Q[]] }: the first comes before the second in the program. For
    /// `missing` and `foreign`: { S[i] -> S[i] }. For `unfilled` and `unsaved`: the read,
    /// or the write, twice.
    isl::map pairs;
    /// Where the schedule decides against the program's order, on the ways to the two; nothing if
    /// it orders them nowhere.
    std::optional<std::pair<Step, Step>> steps = {};
    /// How many members of bands are above that.
    std::size_t depth = 0;
    /// { [T[j] -> Q[]] -> [S[i] -> R[]] }: the writes whose values a read finds instead
    /// (`storage`).
    std::optional<isl::union_map> found = {};

    /// Whether the schedule leaves the pairs unordered: at a set, in a parallel loop, or nowhere.
    bool is_unordered() const
    {
        return !steps || steps->first.kind == Step::Kind::set ||
               steps->first.kind == Step::Kind::parallel;
    }
};

/// The dependences that a schedule breaks: exactly those pairs of instances for which reads see, or
/// the region leaves behind, another value than in the program's own order, where the context and
/// the assumptions of the program hold. The order of live ranges with respect to each other does
/// not matter, as long as no other write falls between a write and a read of its value (Live-Range
/// Reordering (2016), sections 2.5 and 3.3).
/// Where instances are missing or foreign, nothing else is looked for. A reference that touches
/// several elements at an instance is taken as a whole: it may count as broken because of another
/// one of them.
/// \param dependences  of the program in its own order; relaxed for the reductions of which updates
///                     change their order
/// \param order        a schedule of all instances but those of kill statements; iterations of
///                     parallel and vector loops are unordered, but for what their roles privatize
std::vector<Violation> violations(const program::Program &program, const Dependences &dependences,
                                  const schedule::Tree &order);

} // namespace espalier::dependence
