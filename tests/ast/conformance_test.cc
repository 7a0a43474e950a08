#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/sampled_check.h"
#include "espalier/base/file.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/band_options.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/inputs.h"
#include "tests/support/unrolled_size.h"

#include <gtest/gtest.h>

#include <isl/set.h>

#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

/// The trees on which isl's generator is tested, with each loop option; unrolled where they are
/// small.
namespace espalier::ast {
namespace {

using schedule::LoopOption;

const std::filesystem::path inputs = ESPALIER_SHARED_DATA "/isl/codegen-cloog";

constexpr unsigned long check_budget = 300'000;

/// Copies of a statement that a test of unrolling may make.
constexpr double max_unrolled = 1000;

/// What became of the trees.
struct Counts {
    unsigned trees = 0, sampled = 0, exact = 0;
};

class Conformance : public testing::TestWithParam<LoopOption> {
protected:
    void check(const std::filesystem::path &file)
    {
        presburger::Context context;
        schedule::Tree tree = schedule::read_yaml(context.get(), read_file(file), file);
        if (GetParam() != LoopOption::none)
            tree = schedule::with_option_everywhere(tree, GetParam());
        if (GetParam() == LoopOption::unroll && test::unrolled_size(tree) > max_unrolled)
            return;
        ++counts.trees;
        NodePtr code = generate(tree, Request{isl::set(context.get(), "{ : }")});
        Expectation expected = expectation(tree, isl::set(context.get(), "{ : }"));
        Verdict samples = check_samples(code, expected);
        EXPECT_FALSE(samples.is_wrong()) << samples.reason;
        Verdict all = Verdict::undecided("");
        context.within_budget(check_budget, [&] { all = check_exactly(code, expected); });
        EXPECT_FALSE(all.is_wrong()) << all.reason;
        counts.sampled += samples.is_right();
        counts.exact += all.is_right();
    }

    Counts counts;
};

TEST_P(Conformance, CodeDoesWhatTheTreesSay)
{
    if (test::files(inputs, ".st").empty())
        GTEST_SKIP() << "isl's inputs are not here";
    for (const std::filesystem::path &file : test::files(inputs, ".st")) {
        SCOPED_TRACE(file.filename());
        check(file);
    }
    std::cerr << counts.trees << " trees; right for samples: " << counts.sampled
              << ", for all values: " << counts.exact << "\n";
    EXPECT_GE(counts.trees, GetParam() == LoopOption::unroll ? 30U : 142U);
    EXPECT_GE(counts.sampled, counts.trees - counts.trees / 15);
    EXPECT_GE(counts.exact, counts.trees - counts.trees / 8);
}

std::string option_name(const testing::TestParamInfo<LoopOption> &option)
{
    return option.param == LoopOption::none ? "as_is" : schedule::name(option.param);
}

INSTANTIATE_TEST_SUITE_P(Cloog, Conformance,
                         testing::Values(LoopOption::none, LoopOption::atomic, LoopOption::separate,
                                         LoopOption::unroll),
                         option_name);

} // namespace
} // namespace espalier::ast
