#include "bench/ast_timing.h"

#include "espalier/ast/generator.h"
#include "espalier/presburger/context.h"
#include "tests/support/isl_generator.h"
#include "tests/support/isl_tree.h"

#include <isl/space.h>

#include <algorithm>
#include <ctime>
#include <limits>

namespace espalier::bench {

using schedule::LoopOption;

namespace {

/// Of this thread: other programs on the machine do not count.
double processor_seconds()
{
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

template <class Work>
double seconds_of(const Work &work)
{
    double start = processor_seconds();
    auto result = work();
    return processor_seconds() - start;
}

} // namespace

double seconds_of_ours(const AstInput &input, LoopOption option)
{
    presburger::Context context;
    schedule::Tree tree = tree_of(context.get(), input, option);
    ast::Request request{isl::set::universe(isl::space::unit(context.get()))};
    return seconds_of([&] { return ast::generate(tree, request); });
}

double seconds_of_isls(const AstInput &input, LoopOption option)
{
    presburger::Context context;
    isl::schedule schedule = test::to_isl(tree_of(context.get(), input, option));
    ast::Request request{isl::set::universe(isl::space::unit(context.get()))};
    return seconds_of([&] { return test::isl_node(schedule, request); });
}

Times measure(const AstInput &input, LoopOption option, int repetitions)
{
    constexpr double unknown = std::numeric_limits<double>::infinity();
    Times best{unknown, unknown};
    for (int k = 0; k < repetitions; ++k) {
        best.ours = std::min(best.ours, seconds_of_ours(input, option));
        best.isls = std::min(best.isls, seconds_of_isls(input, option));
    }
    return best;
}

} // namespace espalier::bench
