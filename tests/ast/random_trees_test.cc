#include "tests/support/random_trees.h"

#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/sampled_check.h"
#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/yaml.h"

#include <gtest/gtest.h>

#include <iostream>
#include <optional>

/// Code for random trees, held to both checks.
namespace espalier::test {
namespace {

constexpr unsigned long generation_budget = 1'200'000, check_budget = 200'000;

/// What became of the trees.
struct Counts {
    unsigned trees = 0, refused = 0, over_budget = 0, sampled = 0, exact = 0;
};

std::ostream &operator<<(std::ostream &stream, const Counts &counts)
{
    return stream << counts.trees << " trees: " << counts.refused << " refused, "
                  << counts.over_budget << " over the budget; right for samples: " << counts.sampled
                  << ", for all values: " << counts.exact;
}

TreeKnobs knobs()
{
    TreeKnobs result;
    result.bounded_unrolls = result.existentials = true;
    result.isolation_percent = 35;
    result.levels = 5;
    return result;
}

/// Generates code for a tree.
/// \return nothing if that takes too long, or the generator refuses
std::optional<ast::NodePtr> generate(const presburger::Context &context, const schedule::Tree &tree,
                                     Counts &counts)
{
    ast::NodePtr code;
    ast::Request request{isl::set(context.get(), "{ : }")};
    try {
        bool is_done =
            context.within_budget(generation_budget, [&] { code = ast::generate(tree, request); });
        counts.over_budget += !is_done;
        return is_done ? std::optional(code) : std::nullopt;
    } catch (const Error &refusal) {
        ++counts.refused;
        return std::nullopt;
    }
}

void check(const presburger::Context &context, const ast::NodePtr &code, const schedule::Tree &tree,
           Counts &counts)
{
    ast::Expectation expected = ast::expectation(tree, isl::set(context.get(), "{ : }"));
    ast::Verdict samples = ast::check_samples(code, expected);
    EXPECT_FALSE(samples.is_wrong()) << samples.reason;
    ast::Verdict all = ast::Verdict::undecided("the budget is exhausted");
    context.within_budget(check_budget, [&] { all = ast::check_exactly(code, expected); });
    EXPECT_FALSE(all.is_wrong()) << all.reason;
    counts.sampled += samples.is_right();
    counts.exact += all.is_right();
}

void check_tree(unsigned seed, const TreeKnobs &knobs, Counts &counts)
{
    presburger::Context context;
    schedule::Tree tree = random_tree(context.get(), seed, knobs).tree;
    ++counts.trees;
    try {
        if (auto code = generate(context, tree, counts))
            check(context, *code, tree, counts);
    } catch (const std::exception &error) {
        ADD_FAILURE() << error.what();
    }
    if (testing::Test::HasFailure())
        std::cerr << "  with seed " << seed << ":\n" << schedule::to_yaml(tree);
}

/// In parts, which CTest runs beside each other.
class RandomTreesProperty : public testing::TestWithParam<unsigned> {};

TEST_P(RandomTreesProperty, CodeDoesWhatTheTreeSays)
{
    constexpr unsigned count = 250;
    Counts counts;
    unsigned first = first_seed() + GetParam() * count;
    for (unsigned seed = first; seed < first + count && !HasFailure(); ++seed)
        check_tree(seed, knobs(), counts);
    std::cerr << counts << "\n";
    if (HasFailure())
        return;
    EXPECT_GE(counts.sampled, 215U);
    EXPECT_GE(counts.exact, 105U);
}

INSTANTIATE_TEST_SUITE_P(Part, RandomTreesProperty, testing::Range(0U, 2U));

} // namespace
} // namespace espalier::test
