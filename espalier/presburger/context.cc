#include "espalier/presburger/context.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/version.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <thread>
#include <time.h>

namespace espalier::presburger {

namespace {

using Seconds = std::chrono::duration<double>;

/// Of processor time. Sanitizers make code many times slower.
#ifdef __SANITIZE_ADDRESS__
constexpr double slowness = 10;
#else
constexpr double slowness = 1;
#endif

/// So many operations usually take a second or less.
constexpr double operations_per_second = 1.875e6;

constexpr Seconds least_time(0.3);

Seconds time_for(unsigned long operations)
{
    return slowness * std::max(least_time, Seconds(double(operations) / operations_per_second));
}

/// The processor time that a thread has had.
Seconds time_of(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return Seconds(double(time.tv_sec) + 1e-9 * double(time.tv_nsec));
}

clockid_t own_clock()
{
    clockid_t clock{};
    pthread_getcpuclockid(pthread_self(), &clock);
    return clock;
}

} // namespace

/// Has isl give up what the thread does that makes it, once that has had its time.
class Watchdog {
public:
    /// \param limit  none: no limit
    Watchdog(isl_ctx *ctx, std::optional<Seconds> limit, Watchdog *outer)
        : outer_(outer), clock_(own_clock())
    {
        if (limit)
            thread_ =
                std::thread([this, ctx, end = time_of(clock_) + *limit] { wait_until(end, ctx); });
    }

    ~Watchdog()
    {
        {
            std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        over_.notify_one();
        if (thread_.joinable())
            thread_.join();
    }

    Watchdog(const Watchdog &) = delete;
    Watchdog &operator=(const Watchdog &) = delete;

    /// Whether the time of this one, or of one around it, is over.
    bool has_fired() const { return has_fired_ || (outer_ && outer_->has_fired()); }

    Watchdog *outer() const { return outer_; }

private:
    /// A thread has no more processor time than time passes.
    void wait_until(Seconds end, isl_ctx *ctx)
    {
        std::unique_lock lock(mutex_);
        for (Seconds left = end - time_of(clock_); left.count() > 0; left = end - time_of(clock_))
            if (over_.wait_for(lock, left, [this] { return is_over_; }))
                return;
        has_fired_ = true;
        isl_ctx_abort(ctx); // sets a flag that isl looks at, as a signal handler would
    }

    Watchdog *outer_;
    clockid_t clock_;
    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::atomic<bool> has_fired_ = false;
    std::thread thread_;
};

void require_budget(isl::ctx ctx)
{
    if (isl_ctx_aborted(ctx.get()))
        throw BudgetExhausted();
}

Context::Context() : ctx_(isl_ctx_alloc())
{
    isl_options_set_on_error(ctx_, ISL_ON_ERROR_CONTINUE);
}

Context::~Context() { isl_ctx_free(ctx_); }

/// Forgets failures and what was counted before, unless time is over.
void Context::begin_count(unsigned long limit) const
{
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, limit);
    isl_ctx_resume(ctx_);
    isl_ctx_reset_error(ctx_);
    if (watchdog_ && watchdog_->has_fired())
        isl_ctx_abort(ctx_);
}

bool Context::within_budget(unsigned long budget, const std::function<void()> &work) const
{
    const unsigned long outer = isl_ctx_get_max_operations(ctx_);
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, budget);
    Watchdog watchdog(ctx_, budget == 0 ? std::nullopt : std::optional(time_for(budget)),
                      watchdog_);
    watchdog_ = &watchdog;
    auto end = [&] {
        watchdog_ = watchdog.outer();
        begin_count(outer);
    };
    try {
        work();
    } catch (const BudgetExhausted &) {
        end();
        return false;
    } catch (const isl::exception &failure) {
        // What fails in the wake of a passed limit may complain of something else.
        isl_error last = isl_ctx_last_error(ctx_);
        end();
        if (dynamic_cast<const isl::exception_quota *>(&failure) || last == isl_error_quota ||
            watchdog.has_fired())
            return false;
        throw;
    } catch (...) {
        end();
        throw;
    }
    end();
    return true;
}

std::string version()
{
    std::string text = isl_version();
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

} // namespace espalier::presburger
