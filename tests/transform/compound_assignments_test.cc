// Updates in the form that strategies look for.

#include "espalier/transform/compound_assignments.h"

#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;

class CompoundAssignments : public test::TransformedRegion {
protected:
    void body_is(const std::string &statement)
    {
        region_is(fmt::format(
            "\n#pragma scop\nfor (int i = 1; i < n; i++)\n    {}\n#pragma endscop\n", statement));
    }

    const program::Program &program() const { return file->regions.front().program; }

    /// The code for a statement in a loop, which does what the source does.
    std::string compound(const std::string &statement)
    {
        body_is(statement);
        MatrixView changed = original_view(with_compound_assignments(program()));
        expect_same_output(changed);
        return code(changed);
    }

    std::string apart(const std::string &statement)
    {
        body_is(statement);
        return code(original_view(with_terms_added_apart(program()).value_or(program())));
    }
};

TEST_F(CompoundAssignments, ForSums)
{
    EXPECT_THAT(compound("x[i] = x[i] + y[i] * z[i];"), HasSubstr("x[c0] += y[c0] * z[c0];"));
    EXPECT_THAT(compound("x[i] = y[i] * z[i] + x[i];"), HasSubstr("x[c0] += y[c0] * z[c0];"));
    EXPECT_THAT(compound("x[i] = x[i] - (y[i] - z[i]);"), HasSubstr("x[c0] -= y[c0] - z[c0];"));
}

TEST_F(CompoundAssignments, OnlyOfTheSameElement)
{
    EXPECT_THAT(compound("x[i] = x[i - 1] + y[i];"), HasSubstr("x[c0] = x[c0 - 1] + y[c0];"));
    EXPECT_THAT(compound("x[i] = y[i] - x[i];"), HasSubstr("x[c0] = y[c0] - x[c0];"));
    EXPECT_THAT(compound("x[i] = x[i] + y[i] + z[i];"), HasSubstr("x[c0] = x[c0] + y[c0] + z[c0];"))
        << "the order of additions stays";
}

TEST_F(CompoundAssignments, AddTermsApart)
{
    EXPECT_THAT(apart("x[i] += y[i] * 2 - (z[i] * 3 - y[i] * z[i]);"),
                HasSubstr("x[c0] = x[c0] + y[c0] * 2 - z[c0] * 3 + y[c0] * z[c0];"));
    EXPECT_THAT(apart("x[i] -= y[i] * 2 - z[i] * 3;"),
                HasSubstr("x[c0] = x[c0] - y[c0] * 2 + z[c0] * 3;"));
    EXPECT_THAT(apart("x[i] += y[i] * z[i];"), HasSubstr("x[c0] += y[c0] * z[c0];"));
    EXPECT_THAT(apart("x[i] += y[i] + z[i] * 2;"), HasSubstr("x[c0] += y[c0] + z[c0] * 2;"))
        << "nothing is gained";
}

} // namespace
} // namespace espalier::transform
