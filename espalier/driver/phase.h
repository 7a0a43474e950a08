#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>

namespace espalier::driver {

/// The rooms on the way from a region to its code, whose results can be looked at.
enum class Phase { frontend, dependence, scheduler, strategies, lowering, ast };

/// Their names, in their order.
inline constexpr std::array<std::string_view, 6> phase_names = {
    "frontend", "dependence", "scheduler", "strategies", "lowering", "ast"};

constexpr std::string_view name(Phase phase) { return phase_names[std::size_t(phase)]; }

/// What is to be looked at.
struct Windows {
    std::set<Phase> open = {};      ///< results of these are printed
    std::optional<Phase> last = {}; ///< nothing after it is done, and no code is written

    bool is_open(Phase phase) const { return open.contains(phase) || last == phase; }

    /// Whether nothing of a phase is done.
    bool leaves_out(Phase phase) const { return last && *last < phase; }
};

} // namespace espalier::driver
