#include "espalier/presburger/context.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/version.h>

namespace espalier::presburger {

Context::Context() : ctx_(isl_ctx_alloc())
{
    isl_options_set_on_error(ctx_, ISL_ON_ERROR_CONTINUE);
}

Context::~Context() { isl_ctx_free(ctx_); }

bool Context::within_budget(unsigned long budget, const std::function<void()> &work) const
{
    isl_ctx_reset_operations(ctx_);
    isl_ctx_set_max_operations(ctx_, budget);
    // What fails in the wake of an exhausted budget may complain of something else.
    auto lift = [this] {
        bool is_exhausted = isl_ctx_last_error(ctx_) == isl_error_quota;
        isl_ctx_set_max_operations(ctx_, 0);
        isl_ctx_reset_error(ctx_);
        return is_exhausted;
    };
    try {
        work();
    } catch (const isl::exception &) {
        if (lift())
            return false;
        throw;
    } catch (...) {
        lift();
        throw;
    }
    lift();
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
