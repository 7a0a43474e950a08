#include "espalier/presburger/context.h"

#include "espalier/presburger/counted_work.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/version.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <thread>
#include <time.h>
#include <vector>

namespace espalier::presburger {

namespace {

using Seconds = std::chrono::duration<double>;

/// Of processor time. Sanitizers make code many times slower.
#ifdef __SANITIZE_ADDRESS__
constexpr double slowness = 10;
#else
constexpr double slowness = 1;
#endif

/// A second is long for so many operations, a quarter of what usual machines do: time ends what is
/// not counted, and where counted work ends must not depend on how busy a machine is.
constexpr double operations_per_second = 0.7e6;

constexpr Seconds min_time(1);

Seconds time_for(unsigned long operations)
{
    return slowness * std::max(min_time, Seconds(double(operations) / operations_per_second));
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

/// Has isl give up what threads do that have had their time. It looks at their clocks now and then,
/// so that limits cost nothing where they come and go often.
class Watchdog {
public:
    explicit Watchdog(isl_ctx *ctx) : ctx_(ctx), thread_([this] { watch(); }) {}

    ~Watchdog()
    {
        {
            std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        over_.notify_one();
        thread_.join();
    }

    Watchdog(const Watchdog &) = delete;
    Watchdog &operator=(const Watchdog &) = delete;

    /// Limits what the calling thread does from now on, inside the limits that hold already.
    void push(Seconds limit)
    {
        std::lock_guard lock(mutex_);
        clockid_t clock = own_clock();
        limits_.push_back({clock, time_of(clock) + limit, false});
    }

    /// Ends the innermost limit.
    void pop()
    {
        std::lock_guard lock(mutex_);
        limits_.pop_back();
    }

    /// Whether the time of any limit that holds is over.
    bool has_fired()
    {
        std::lock_guard lock(mutex_);
        return std::ranges::any_of(limits_, &Limit::has_fired);
    }

private:
    struct Limit {
        clockid_t clock;
        Seconds end;
        bool has_fired;
    };

    void watch()
    {
        constexpr std::chrono::milliseconds pause(20);
        std::unique_lock lock(mutex_);
        while (!over_.wait_for(lock, pause, [this] { return is_over_; }))
            for (Limit &limit : limits_)
                if (!limit.has_fired && time_of(limit.clock) >= limit.end) {
                    limit.has_fired = true;
                    isl_ctx_abort(ctx_); // sets a flag that isl looks at, as a signal handler would
                }
    }

    isl_ctx *ctx_;
    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::vector<Limit> limits_; ///< outermost first
    std::thread thread_;
};

Context::Context() : ctx_(isl_ctx_alloc())
{
    isl_options_set_on_error(ctx_, ISL_ON_ERROR_CONTINUE);
}

Context::~Context()
{
    watchdog_.reset();
    isl_ctx_free(ctx_);
}

/// Whether isl still does what takes a few operations. What fails leaves isl's last error behind.
bool can_operate(isl_ctx *ctx)
{
    isl_set *line = isl_set_universe(isl_space_set_alloc(ctx, 0, 1));
    isl_set *least = isl_set_lexmin(
        isl_set_upper_bound_si(isl_set_lower_bound_si(line, isl_dim_set, 0, 0), isl_dim_set, 0, 1));
    isl_set_free(least);
    return least != nullptr;
}

/// About the number of operations since the last begin_count, and no less: isl tells only whether
/// it has passed a limit.
unsigned long Context::operations_done() const
{
    constexpr unsigned long first = 64;
    constexpr int halvings = 4; // to a sixteenth
    auto is_below = [&](unsigned long limit) {
        isl_ctx_resume(ctx_);
        isl_ctx_set_max_operations(ctx_, limit);
        const bool result = can_operate(ctx_);
        isl_ctx_reset_error(ctx_);
        return result;
    };
    unsigned long above = first;
    while (!is_below(above))
        above *= 2;
    unsigned long step = above / 4;
    for (int k = 0; above > first && k < halvings; ++k, step /= 2)
        if (is_below(above - step))
            above -= step;
    return above;
}

/// Forgets failures and what was counted before, unless time is over.
void Context::begin_count(unsigned long limit) const
{
    forget_uncounted_work();
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, limit);
    isl_ctx_resume(ctx_);
    isl_ctx_reset_error(ctx_);
    if (watchdog_ && watchdog_->has_fired())
        isl_ctx_abort(ctx_);
}

/// Whether isl has given up for a passed limit, or would now: what fails in the wake of that may
/// complain of something else.
bool Context::has_passed_limit() const
{
    return isl_ctx_last_error(ctx_) == isl_error_quota || !can_operate(ctx_);
}

/// What is left of the innermost limit; 0 if there is none.
unsigned long Context::operations_left() const
{
    const unsigned long limit = isl_ctx_get_max_operations(ctx_);
    if (limit == 0)
        return 0;
    const unsigned long done = operations_done();
    const unsigned long left = done < limit ? limit - done : 1;
    begin_count(left);
    return left;
}

bool Context::within_budget(unsigned long budget, const std::function<void()> &work) const
{
    const unsigned long outer = operations_left();
    const bool is_limited = budget != 0;
    const unsigned long limit = outer == 0 ? budget : is_limited ? std::min(budget, outer) : outer;
    if (is_limited && !watchdog_)
        watchdog_ = std::make_unique<Watchdog>(ctx_);
    if (is_limited)
        watchdog_->push(time_for(budget));
    begin_count(limit);
    auto end = [&] {
        const unsigned long done = limit - operations_left();
        if (is_limited)
            watchdog_->pop();
        if (outer == 0)
            operations_ += done;
        begin_count(outer == 0 ? 0 : std::max(outer - done, 1UL));
    };
    auto end_after_failure = [&](bool is_of_quota) {
        const bool is_exhausted =
            is_of_quota || has_passed_limit() || (watchdog_ && watchdog_->has_fired());
        end();
        return is_exhausted;
    };
    try {
        work();
    } catch (const BudgetExhausted &) {
        end();
        return false;
    } catch (const isl::exception &failure) {
        if (end_after_failure(dynamic_cast<const isl::exception_quota *>(&failure) != nullptr))
            return false;
        throw;
    } catch (const std::logic_error &) { // of who takes what isl could not give
        if (end_after_failure(false))
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
