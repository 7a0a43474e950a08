#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/sampled_check.h"
#include "espalier/base/error.h"
#include "espalier/schedule/yaml.h"
#include "espalier/transform/trees.h"
#include "tests/support/executed_legality.h"
#include "tests/support/random_compositions.h"
#include "tests/support/random_programs.h"
#include "tests/support/transformed_region.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <iostream>

/// Compositions of up to 20 random transformations of random programs, legal and illegal ones: the
/// check at the end says what executing them shows, and code for the legal ones does what their
/// trees say.
namespace espalier::test {
namespace {

constexpr unsigned programs_per_test = 125;
constexpr long max_steps = 20;
/// Of isl operations, for each phase.
constexpr unsigned long budget = 1'000'000;

struct Counts : LegalityCounts {
    unsigned steps = 0, refused_steps = 0, long_ones = 0; ///< of at least ten steps
    unsigned left_out = 0;                                ///< beyond the budget
    unsigned generated = 0, refused_code = 0, right_for_samples = 0, right = 0;
};

std::ostream &operator<<(std::ostream &stream, const Counts &counts)
{
    return stream << counts.steps << " steps, " << counts.refused_steps << " refused; "
                  << counts.long_ones << " compositions of ten or more; " << counts.legal
                  << " legal ones in another order, " << counts.legal_with_reordered_conflicts
                  << " of conflicts; " << counts.illegal << " illegal; " << counts.left_out
                  << " over the budget. Code for " << counts.generated << ", "
                  << counts.refused_code
                  << " refused, right for samples: " << counts.right_for_samples
                  << ", for all values: " << counts.right;
}

/// Code for a tree, held to both checks.
void check_code(const schedule::Tree &tree, const isl::set &context, Counts &counts)
{
    try {
        ast::NodePtr code = ast::generate(tree, {context});
        ++counts.generated;
        ast::Expectation expected = ast::expectation(tree, context);
        ast::Verdict samples = ast::check_samples(code, expected);
        EXPECT_FALSE(samples.is_wrong()) << samples.reason;
        counts.right_for_samples += samples.is_right();
        ast::Verdict all = ast::check_exactly(code, expected);
        EXPECT_FALSE(all.is_wrong()) << all.reason;
        counts.right += all.is_right();
    } catch (const Error &error) {
        if (error.diagnostic().kind != DiagnosticKind::impossible_code)
            throw;
        ++counts.refused_code;
    }
}

void check_composition(const program::Program &program, const dependence::Dependences &dependences,
                       const schedule::Tree &tree, const presburger::Context &context,
                       Counts &counts)
{
    std::vector<dependence::Violation> found;
    if (!context.within_budget(budget, [&] { found = violations(program, dependences, tree); })) {
        ++counts.left_out;
        return;
    }
    compare_with_executions(program, found, tree, counts);
    if (found.empty())
        context.within_budget(budget, [&] { check_code(tree, program.context, counts); });
}

void check_program(const program::Program &program, const presburger::Context &context,
                   Random &random, Counts &counts)
{
    auto dependences = dependences_of(program, context, budget);
    std::optional<Composition> composition;
    std::optional<schedule::Tree> tree;
    auto most =
        std::size_t(random.chance(60) ? random.between(1, 3) : random.between(1, max_steps + 1));
    auto compose = [&] {
        composition = random_composition(program, most, random);
        tree = test::without_roles(transform::schedule_tree(composition->view));
    };
    if (!dependences || !context.within_budget(budget, compose)) {
        ++counts.left_out;
        return;
    }
    counts.steps += unsigned(composition->steps.size());
    counts.refused_steps += unsigned(composition->refused);
    counts.long_ones += composition->steps.size() >= 10;
    check_composition(program, *dependences, *tree, context, counts);
    if (testing::Test::HasFailure())
        std::cerr << fmt::format("{}\n", fmt::join(composition->steps, "\n"))
                  << schedule::to_yaml(*tree);
}

/// In parts, which CTest runs beside each other.
class CompositionProperty : public testing::TestWithParam<unsigned> {};

TEST_P(CompositionProperty, IsRefusedWhereExecutingItDiffers)
{
    Counts counts;
    foreach_random_program(
        GetParam() * programs_per_test, programs_per_test,
        [&](const program::Program &program, const presburger::Context &context, Random &random) {
            check_program(program, context, random, counts);
        });
    std::cerr << counts << "\n";
    if (HasFailure())
        return;
    EXPECT_EQ(counts.pairs_that_do_not_run, 0U);
    EXPECT_GE(counts.legal, 2U);
    EXPECT_GE(counts.illegal, 20U);
    EXPECT_GE(counts.long_ones, 4U);
    EXPECT_GE(counts.right_for_samples, 20U);
    EXPECT_GE(counts.right, 15U);
    EXPECT_LE(counts.left_out, programs_per_test / 8);
}

INSTANTIATE_TEST_SUITE_P(Part, CompositionProperty, testing::Range(0U, 5U));

} // namespace
} // namespace espalier::test
