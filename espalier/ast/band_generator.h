#pragma once

#include "espalier/ast/executed.h"
#include "espalier/ast/for_node.h"
#include "espalier/ast/graft.h"
#include "espalier/ast/local_times.h"
#include "espalier/ast/strides.h"
#include "espalier/schedule/band.h"
#include "espalier/schedule/cursor.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::ast {

/// A loop option for some values of a schedule dimension only.
struct LocalOption {
    isl::set times; ///< { [t, i] }
    schedule::LoopOption option;
};

/// A schedule dimension that is still to be generated.
struct Level {
    std::size_t number; ///< among the schedule dimensions of the tree
    schedule::LoopOption option = schedule::LoopOption::none;
    schedule::LoopOption isolated_option = schedule::LoopOption::none;
    /// The values that these are for are kept apart from each other and from the rest; of several
    /// for the same value, the first one counts.
    /// Precondition: none, if the band has an isolation, or is not anchored
    std::vector<LocalOption> local_options = {};
    schedule::LoopRolePtr role = nullptr;
};

/// What the generation of a band's dimensions depends on beside the instances.
struct BandTask {
    std::size_t first;              ///< the position in [t] of the first of `levels`
    std::vector<Level> levels = {}; ///< the dimensions of the band
    /// { [t, b] }: the part of the band that is kept apart from the rest.
    std::optional<isl::set> isolation = std::nullopt;
    UpperBound upper_bound;
    bool is_anchored = false; ///< whether the band or a node below refers to schedule dimensions
    /// The child of the band; nothing if instances with the same time are not ordered.
    std::optional<schedule::Cursor> below = std::nullopt;
    /// Makes the code below the band.
    std::function<Grafts(const Stock &, const Executed &)> finish = {};
    std::set<std::string> whole = {}; ///< as in Request
    std::string name;                 ///< of the band, for messages

    const Level &level(std::size_t depth) const { return levels[depth - first]; }
};

/// Code for the dimensions of a band from that of the stock on: algorithms 1 to 3 of Polyhedral AST
/// Generation (2015).
/// \param executed  { [t, b] -> S[i] }
/// \return grafts in terms of the stock's dimensions
/// \throws Error{impossible_code}
Grafts generate_band(const BandTask &task, const Stock &stock, const Executed &executed);

} // namespace espalier::ast
