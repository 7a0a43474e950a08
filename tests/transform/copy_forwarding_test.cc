// Reads that go to what was copied, instead of to the copy.

#include "espalier/transform/copy_forwarding.h"

#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;

class CopyForwarding : public test::TransformedRegion {
protected:
    /// The code in which the last statement of a body reads what was copied, which does what the
    /// source does.
    std::string forwarded_code(const std::string &body)
    {
        region_is(fmt::format("\n#pragma scop\n{}\n#pragma endscop\n", body));
        const program::Program &program = file->regions.front().program;
        auto found = with_copies_forwarded(program, dependences, program.statements.back().name());
        if (!found)
            return "none";
        expect_same_output(original_view(*found));
        return code(original_view(*found));
    }
};

TEST_F(CopyForwarding, OfAllInstances)
{
    EXPECT_THAT(forwarded_code(R"(
        for (int i = 0; i < n; i++)
            x[i] = y[n - 1 - i];
        for (int i = 0; i < n; i++)
            z[i] += 2 * x[i];)"),
                HasSubstr("z[c0] += 2 * y[n - c0 - 1];"));
}

TEST_F(CopyForwarding, SplitsOffWhatSeesSomethingElse)
{
    std::string text = forwarded_code(R"(
        for (int i = 1; i < n; i++)
            x[i] = y[i];
        for (int i = 0; i < n; i++)
            z[i] += 2 * x[i];)");
    EXPECT_THAT(text, HasSubstr("z[0] += 2 * x[0];"));
    EXPECT_THAT(text, HasSubstr("z[c0] += 2 * y[c0];"));
}

TEST_F(CopyForwarding, OneIterationBefore)
{
    EXPECT_THAT(forwarded_code(R"(
        for (int i = 0; i < n; i++) {
            x[i] = y[i];
            if (i > 0)
                z[i] += x[i - 1];
        })"),
                HasSubstr("z[c0] += y[c0 - 1];"));
}

TEST_F(CopyForwarding, OnlyOfElementsThatKeepTheirValue)
{
    EXPECT_EQ(forwarded_code(R"(
        for (int i = 0; i < n; i++)
            x[i] = y[i];
        for (int i = 1; i < n; i++)
            y[i] += x[i - 1];)"),
              "none")
        << "the new y[i - 1] is no copy";
}

TEST_F(CopyForwarding, OnlyOfPlainCopies)
{
    for (const char *copy : {"x[i] += y[i];", "x[i] = -y[i];", "x[i] = 2;"})
        EXPECT_EQ(forwarded_code(fmt::format(R"(
        for (int i = 0; i < n; i++)
            {}
        for (int i = 0; i < n; i++)
            z[i] += x[i];)",
                                             copy)),
                  "none")
            << copy;
}

} // namespace
} // namespace espalier::transform
