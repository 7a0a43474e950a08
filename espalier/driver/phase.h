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
    std::optional<Phase> last = {}; ///< no code is made after it

    /// Whether a phase comes after the last one.
    bool leaves_out(Phase phase) const { return last && *last < phase; }

    bool is_any() const { return last || !open.empty(); }

    bool is_open(Phase phase) const
    {
        return (open.contains(phase) || last == phase) && !leaves_out(phase);
    }
};

} // namespace espalier::driver
