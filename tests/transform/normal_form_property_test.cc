#include "espalier/transform/normal_form.h"

#include "espalier/base/error.h"
#include "espalier/transform/trees.h"
#include "tests/support/instance_order.h"
#include "tests/support/random_compositions.h"
#include "tests/support/random_programs.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>

/// What holds after each transformation, of random ones on random programs.
namespace espalier::transform {
namespace {

using test::Random;

constexpr unsigned programs_per_test = 100, steps = 6;
constexpr unsigned long budget = 500'000; ///< of isl operations for one step and its checks

struct Counts {
    unsigned applied = 0, refused = 0, left_out = 0;
    unsigned read_back = 0; ///< with the same rows and beta vectors
};

/// That the order executes each instance once.
void expect_all_instances(const MatrixView &view)
{
    isl::union_set all = program::instances_without_kills(view.program);
    EXPECT_TRUE(schedule_tree(view).domain().is_equal(all));
    for (long n : {0, 1, 3}) {
        std::vector<test::Instance> executed = test::execution(view, {{"n", n}});
        std::set<test::Instance> once(executed.begin(), executed.end());
        EXPECT_EQ(once.size(), executed.size());
        EXPECT_EQ(once, test::elements(all, {{"n", n}}));
    }
}

/// A statement of which a row is not affine on its instances, but determines an iterator, gets one
/// more loop of a single iteration when its tree is read.
void check_reading(const MatrixView &view, Counts &counts)
{
    MatrixView again = matrix_view(view.program, schedule_tree(view));
    EXPECT_EQ(find_irregularity(again), std::nullopt);
    counts.read_back += test::is_same_order(again, view);
    for (long n : {1, 3})
        EXPECT_EQ(test::execution(again, {{"n", n}}), test::execution(view, {{"n", n}}));
}

void check_program(const program::Program &program, const presburger::Context &context,
                   Random &random, Counts &counts)
{
    test::CompositionKnobs knobs;
    knobs.cuts = false;
    test::RandomTransformation transformation(random, knobs);
    MatrixView view = original_view(program);
    std::string done;
    auto step = [&] {
        try {
            view = transformation.applied_to(view);
            ++counts.applied;
        } catch (const Error &) {
            ++counts.refused;
            return;
        }
        done += transformation.description() + "\n";
        EXPECT_EQ(find_irregularity(view), std::nullopt);
        expect_all_instances(view);
        check_reading(view, counts);
    };
    for (unsigned k = 0; k < steps && !view.statements.empty(); ++k) {
        if (!context.within_budget(budget, step)) {
            ++counts.left_out;
            return;
        }
        if (testing::Test::HasFailure()) {
            std::cerr << done;
            return;
        }
    }
}

/// In parts, which CTest runs beside each other.
class NormalFormProperty : public testing::TestWithParam<unsigned> {};

TEST_P(NormalFormProperty, HoldsAfterEachTransformation)
{
    Counts counts;
    test::foreach_random_program(
        GetParam() * programs_per_test, programs_per_test,
        [&](const program::Program &program, const presburger::Context &context, Random &random) {
            check_program(program, context, random, counts);
        });
    std::cerr << counts.applied << " applied, " << counts.refused << " refused, "
              << counts.read_back << " read back with the same rows, " << counts.left_out
              << " over the budget\n";
    if (HasFailure())
        return;
    EXPECT_GE(counts.applied, 250U);
    EXPECT_GE(counts.read_back, counts.applied * 9 / 10);
    EXPECT_LE(counts.left_out, programs_per_test / 10);
}

INSTANTIATE_TEST_SUITE_P(Part, NormalFormProperty, testing::Range(0U, 4U));

} // namespace
} // namespace espalier::transform
