#pragma once

#include <isl/cpp.h>

#include <exception>
#include <functional>
#include <memory>
#include <string>

namespace espalier::presburger {

class Watchdog;

/// Thrown by what gives up because it would take too long, for Context::within_budget to catch.
class BudgetExhausted : public std::exception {
public:
    const char *what() const noexcept override { return "this takes more than the budget allows"; }
};

/// Owns an isl context; must outlive every isl object made in it.
class Context {
public:
    Context();
    ~Context();
    Context(const Context &) = delete;
    Context &operator=(const Context &) = delete;

    isl::ctx get() const { return isl::ctx(ctx_); }

    /// Runs `work` with at most `budget` operations, and at most the processor time that they
    /// usually take and more (0: neither limit). One is three of isl's operations or
    /// multiplications, so that it takes about as long whatever it is for (counted_work.cc).
    /// Operations on large numbers can take very long, so that their count alone is no bound; where
    /// the count is exhausted first, as it is nearly always, results do not depend on the machine.
    /// In `work` of another call, what the inner work takes is the outer one's as well: it gets no
    /// more than is left there. Inner work counts to within a sixteenth of what it takes.
    /// \return false if a limit was passed before `work` was done
    /// \throws whatever else `work` throws
    bool within_budget(unsigned long budget, const std::function<void()> &work) const;

    /// About what is left of the innermost limit that holds; 0 if there is none.
    unsigned long operations_left() const;

    /// The operations of all calls of within_budget that have a limit, to within a sixteenth.
    unsigned long operations() const { return operations_; }

private:
    void begin_count(unsigned long limit) const;
    bool has_passed_limit() const;
    unsigned long operations_done() const;

    isl_ctx *ctx_;
    mutable unsigned long operations_ = 0;
    mutable std::unique_ptr<Watchdog> watchdog_; ///< from the first limit on
};

/// The version of the isl that this program runs with, without its line end.
std::string version();

} // namespace espalier::presburger
