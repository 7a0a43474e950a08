#include "espalier/presburger/context.h"

#include "espalier/presburger/counted_work.h"

#include <gmp.h>
#include <gtest/gtest.h>
#include <isl/ctx.h>
#include <isl/set.h>
#include <isl/space.h>

#include <stdexcept>

namespace {

using espalier::presburger::BudgetExhausted;
using espalier::presburger::Context;
using espalier::presburger::count_multiplications;

TEST(Context, StopsWorkThatPassesTheBudget)
{
    Context context;
    auto work = [&] {
        isl::set set(context.get(), "[n] -> { [i, j, k] : 0 <= i, j, k < n and 3 i + 5 j = 7 k }");
        for (int k = 0; k < 100; ++k)
            set = set.complement().coalesce();
    };
    EXPECT_FALSE(context.within_budget(20, work));
}

TEST(Context, WorksOnAfterAnExhaustedBudget)
{
    Context context;
    EXPECT_FALSE(context.within_budget(
        1, [&] { isl::set(context.get(), "{ [i] : 0 <= i < 10 }").lexmin(); }));
    bool is_empty = true;
    EXPECT_TRUE(context.within_budget(
        0, [&] { is_empty = isl::set(context.get(), "{ [i] : 0 <= i < 10 }").is_empty(); }));
    EXPECT_FALSE(is_empty);
}

TEST(Context, HasAnInnerBudget)
{
    Context context;
    auto work = [&] { isl::set(context.get(), "{ [i] : 0 <= i < 10 }").lexmin(); };
    bool has_gone_on = false;
    EXPECT_TRUE(context.within_budget(10'000, [&] {
        EXPECT_FALSE(context.within_budget(1, work));
        work();
        has_gone_on = true;
    }));
    EXPECT_TRUE(has_gone_on);
}

TEST(Context, GivesInnerWorkNoMoreThanIsLeft)
{
    Context context;
    auto work = [&] { isl::set(context.get(), "{ [i] : 0 <= i < 10 }").lexmin(); };
    int done = 0;
    EXPECT_FALSE(context.within_budget(100'000, [&] {
        while (context.within_budget(50'000, work))
            ++done;
        work();
    }));
    EXPECT_GT(done, 10);
    EXPECT_LT(done, 100'000);
    EXPECT_FALSE(context.within_budget(1, [&] { context.within_budget(10'000, work), work(); }));
}

TEST(Context, CountsWhatItsLimitsHoldFor)
{
    Context context;
    auto work = [&] {
        for (int k = 0; k < 1000; ++k)
            isl::set(context.get(), "{ [i] : 0 <= i < 10 }").lexmin();
    };
    context.within_budget(0, work);
    EXPECT_EQ(context.operations(), 0);
    context.within_budget(1'000'000, work);
    const unsigned long once = context.operations();
    EXPECT_GE(once, 1000);
    context.within_budget(1'000'000, [&] { context.within_budget(500'000, work); });
    EXPECT_NEAR(double(context.operations()), 2.0 * double(once), 0.2 * double(once));
}

TEST(Context, CountsMultiplications)
{
    constexpr unsigned long count = 30000;
    Context context;
    auto work = [&] {
        isl::set line(context.get(), "{ [i] : 0 <= i < 10 }");
        mpz_t number;
        mpz_init_set_ui(number, 1);
        for (unsigned long k = 0; k < count; ++k)
            mpz_mul(number, number, number);
        mpz_clear(number);
        line.lexmin();
    };
    EXPECT_FALSE(context.within_budget(count / 4, work));
    EXPECT_TRUE(context.within_budget(count / 2, work));
}

TEST(Context, StopsOtherWorkThatIsCounted)
{
    Context context;
    EXPECT_FALSE(context.within_budget(1000, [&] {
        while (true)
            count_multiplications(context.get(), 1);
    }));
    EXPECT_TRUE(context.within_budget(1000, [&] { count_multiplications(context.get(), 1); }));
}

TEST(Context, GivesInnerWorkNoMoreTimeThanIsLeft)
{
    Context context;
    auto require_time = [&] {
        if (isl_ctx_aborted(context.get().get()))
            throw BudgetExhausted();
    };
    bool has_gone_on = false;
    EXPECT_FALSE(context.within_budget(1000, [&] {
        EXPECT_FALSE(context.within_budget(1'000'000'000, [&] {
            while (true)
                require_time();
        }));
        require_time();
        has_gone_on = true;
    }));
    EXPECT_FALSE(has_gone_on) << "the time of the outer work is over as well";
}

TEST(Context, GivesUpWhereWorkSaysSo)
{
    Context context;
    EXPECT_FALSE(context.within_budget(0, [] { throw BudgetExhausted(); }));
}

TEST(Context, GivesUpWhereWhatIslDidNotGiveIsUsed)
{
    Context context;
    auto lexmin = [&] {
        isl_set *line = isl_set_universe(isl_space_set_alloc(context.get().get(), 0, 1));
        isl_set *lower = isl_set_lower_bound_si(line, isl_dim_set, 0, 0);
        return isl_set_lexmin(isl_set_upper_bound_si(lower, isl_dim_set, 0, 9));
    };
    EXPECT_FALSE(context.within_budget(1, [&] {
        isl_set_free(lexmin());
        throw std::logic_error("a name is missing");
    }));
    EXPECT_THROW(context.within_budget(0, [] { throw std::logic_error("a name is missing"); }),
                 std::logic_error);
}

TEST(Context, PassesOtherErrorsOn)
{
    Context context;
    EXPECT_THROW(context.within_budget(1000, [&] { isl::set(context.get(), "no set at all"); }),
                 isl::exception);
}

} // namespace
