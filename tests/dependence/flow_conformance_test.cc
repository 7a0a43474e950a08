// Flow analysis against isl's: its own inputs, and the kernels of the benchmark suite.

#include "espalier/base/file.h"
#include "espalier/dependence/access_file.h"
#include "espalier/dependence/dependences.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "tests/support/inputs.h"
#include "tests/support/isl_flow.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>

namespace espalier::dependence {
namespace {

void expect_equal(const isl::union_map &found, const isl::union_map &expected,
                  const std::string &what)
{
    EXPECT_TRUE(found.is_equal(expected))
        << what << "\nonly here: " << presburger::to_string(found.subtract(expected).coalesce())
        << "\nonly expected: " << presburger::to_string(expected.subtract(found).coalesce());
}

TEST(FlowConformance, InputsOfIsl)
{
    std::vector<std::filesystem::path> inputs =
        test::files(ESPALIER_SHARED_DATA "/isl/flow", ".ai");
    if (inputs.empty())
        GTEST_SKIP() << "the shared inputs are not there";
    for (std::filesystem::path input : inputs) {
        SCOPED_TRACE(input);
        presburger::Context context;
        AccessFile file = read_access_file(context.get(), read_file(input), input);
        ExecutionOrder order(file.order);
        Flow flow(context.get(), file.accesses, order);
        YAML::Node expected = YAML::LoadFile(input.replace_extension(".flow"));
        auto relation = [&](const char *key) {
            return isl::union_map(context.get(), expected[key].as<std::string>());
        };
        expect_equal(flow.full_must_dependence(), relation("must_dependence"), "must_dependence");
        expect_equal(flow.full_dependence(), relation("may_dependence"), "may_dependence");
        expect_equal(flow.without_source(), relation("must_no_source"), "must_no_source");
        expect_equal(flow.without_must_source(), relation("may_no_source"), "may_no_source");
    }
}

class FlowOfKernels : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(FlowOfKernels, IsThatOfIsl)
{
    presburger::Context context;
    frontend::Extraction extraction = frontend::extract(GetParam(), {}, context);
    ASSERT_FALSE(extraction.regions.empty());
    for (const frontend::Region &region : extraction.regions) {
        schedule::Tree original = schedule::original_schedule(region.program);
        Dependences found = analyze(region.program, original);
        test::IslAnalysis isl(region.program, original);
        Dependences expected = isl.dependences();
        expect_equal(found.flow, expected.flow, "flow");
        expect_equal(found.anti, expected.anti, "anti");
        expect_equal(found.output, expected.output, "output");
        expect_equal(found.order, expected.order, "order");
        expect_equal(found.forced, expected.forced, "forced");
        expect_equal(found.live_in, expected.live_in, "live_in");
        expect_equal(found.live_out, expected.live_out, "live_out");
        expect_equal(input_dependences(region.program, original), isl.input_dependences(), "input");
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, FlowOfKernels,
                         testing::ValuesIn(test::files(ESPALIER_KERNELS, ".c")),
                         [](const auto &kernel) { return test::test_name(kernel.param); });

} // namespace
} // namespace espalier::dependence
