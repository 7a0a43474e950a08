#pragma once

#include <isl/cpp.h>

#include <functional>
#include <string>

namespace espalier::presburger {

/// Owns an isl context; must outlive every isl object made in it.
class Context {
public:
    Context();
    ~Context();
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;

    isl::ctx get() const { return isl::ctx(ctx_); }

    /// Runs `work` with at most `budget` isl operations, and at most a minute (0: neither limit).
    /// Operations on large numbers can take very long, so that their count alone is no bound; where
    /// the count is exhausted first, as it is nearly always, results do not depend on the machine.
    /// In `work` of another call, the inner limit replaces the outer one, which counts anew after
    /// it.
    /// \return false if a limit was passed before `work` was done
    /// \throws whatever else `work` throws
    bool within_budget(unsigned long budget, const std::function<void()> &work) const;

private:
    void begin_count(unsigned long limit) const;

    isl_ctx *ctx_;
};

/// The version of the isl that this program runs with, without its line end.
std::string version();

} // namespace espalier::presburger
