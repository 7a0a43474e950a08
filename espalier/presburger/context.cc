#include "espalier/presburger/context.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/version.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace espalier::presburger {

namespace {

constexpr std::chrono::seconds time_limit(60);

/// Has isl give up what it is doing once the time limit has passed.
class Watchdog {
public:
    Watchdog(isl_ctx *ctx, bool is_armed)
    {
        if (is_armed)
            thread_ = std::thread([this, ctx] { wait(ctx); });
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

    bool has_fired() const { return has_fired_; }

private:
    void wait(isl_ctx *ctx)
    {
        std::unique_lock lock(mutex_);
        if (!over_.wait_for(lock, time_limit, [this] { return is_over_; })) {
            has_fired_ = true;
            isl_ctx_abort(ctx); // sets a flag that isl looks at, as a signal handler would
        }
    }

    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::atomic<bool> has_fired_ = false;
    std::thread thread_;
};

} // namespace

Context::Context() : ctx_(isl_ctx_alloc())
{
    isl_options_set_on_error(ctx_, ISL_ON_ERROR_CONTINUE);
}

Context::~Context() { isl_ctx_free(ctx_); }

/// Forgets failures and what was counted before.
void Context::begin_count(unsigned long limit) const
{
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, limit);
    isl_ctx_resume(ctx_);
    isl_ctx_reset_error(ctx_);
}

bool Context::within_budget(unsigned long budget, const std::function<void()> &work) const
{
    const unsigned long outer = isl_ctx_get_max_operations(ctx_);
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, budget);
    Watchdog watchdog(ctx_, budget != 0);
    try {
        work();
    } catch (const isl::exception &failure) {
        // What fails in the wake of a passed limit may complain of something else.
        isl_error last = isl_ctx_last_error(ctx_);
        begin_count(outer);
        if (dynamic_cast<const isl::exception_quota *>(&failure) || last == isl_error_quota ||
            watchdog.has_fired())
            return false;
        throw;
    } catch (...) {
        begin_count(outer);
        throw;
    }
    begin_count(outer);
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
