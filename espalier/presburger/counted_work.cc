// What an operation is that budgets count (Context::within_budget): so many of isl's operations and
// multiplications together, which takes about as long whatever they are for. The linker binds isl's
// calls of isl_ctx_next_operation to what is here (cmake/dependencies.cmake).

#include "espalier/presburger/counted_work.h"

#include "espalier/presburger/context.h"

#include <isl/ctx.h>

extern "C" int __real_isl_ctx_next_operation(isl_ctx *ctx);
extern "C" int __wrap_isl_ctx_next_operation(isl_ctx *ctx);

namespace espalier::presburger {

constinit thread_local unsigned long uncounted_multiplications = 0;

namespace {

constexpr unsigned long work_of_operation = 3;

constinit thread_local unsigned long uncounted_operations = 0;

} // namespace

void count_multiplications(isl::ctx ctx, unsigned long multiplications)
{
    uncounted_multiplications += multiplications;
    if (__wrap_isl_ctx_next_operation(ctx.get()) < 0)
        throw BudgetExhausted();
}

void forget_uncounted_work() { uncounted_multiplications = uncounted_operations = 0; }

} // namespace espalier::presburger

/// \return negative, as isl's, if isl is to give up
int __wrap_isl_ctx_next_operation(isl_ctx *ctx)
{
    using namespace espalier::presburger;
    unsigned long work = uncounted_multiplications + ++uncounted_operations;
    uncounted_multiplications = 0;
    int result = isl_ctx_aborted(ctx) ? __real_isl_ctx_next_operation(ctx) : 0;
    for (; result >= 0 && work >= work_of_operation; work -= work_of_operation)
        result = __real_isl_ctx_next_operation(ctx);
    uncounted_operations = work;
    return result;
}
