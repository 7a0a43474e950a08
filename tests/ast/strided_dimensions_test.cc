#include "espalier/ast/strided_dimensions.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

class StridedDimensionsTest : public testing::Test {
protected:
    isl::union_map union_map(const std::string &text) const
    {
        return isl::union_map(context.get(), text);
    }

    /// What one of the two functions makes of the first dimension of { [t] -> S[i] }, as a relation
    /// again; nothing if it finds no strides.
    template <class Change>
    std::optional<isl::union_map> changed(Change change, const std::string &relation) const
    {
        Stock stock(isl::set(context.get(), "{ : }"), "c");
        Executed parts = executed_in_order(union_map(relation), stock);
        std::vector<LocalTimes> local;
        for (const Part &part : parts)
            local.push_back(local_times(part, 0));
        std::optional<Executed> found = change(parts, local, stock.known(), 0);
        return found ? std::optional(united(*found)) : std::nullopt;
    }

    template <class Change>
    void expect(Change change, const std::string &relation, const std::string &expected) const
    {
        auto found = changed(change, relation);
        ASSERT_TRUE(found) << relation;
        EXPECT_TRUE(found->is_equal(union_map(expected))) << presburger::to_string(*found);
    }

    presburger::Context context;

private:
    /// The instances, at the times that the parts are said to have.
    isl::union_map united(const Executed &executed) const
    {
        isl::union_map result = isl::union_map::empty(context.get());
        for (const Part &part : executed) {
            EXPECT_TRUE(part.times().is_equal(part.relation().domain()));
            result = result.unite(isl::union_map(part.relation()));
        }
        return result;
    }
};

/// Example 5.17.
TEST_F(StridedDimensionsTest, OffsetsGetADimension)
{
    expect(with_offsets_apart,
           "{ [t] -> A[i] : t = 2i and 0 <= i < 10; [t] -> B[i] : t = 2i + 1 and 0 <= i < 10 }",
           "{ [t, 0] -> A[i] : t = 2i and 0 <= i < 10; [t, 1] -> B[i] : t = 2i and 0 <= i < 10 }");
}

/// Section 5.8: the common stride is the greatest common divisor of those of the differences.
TEST_F(StridedDimensionsTest, OffsetsAreReducedModuloTheCommonStride)
{
    const char *relation = "{ [t] -> A[i] : t = 4i and 0 <= i < 10; "
                           "[t] -> B[i] : t = 6i + 9 and 0 <= i < 10 }";
    auto found = changed(with_offsets_apart, relation);
    ASSERT_TRUE(found);
    EXPECT_TRUE(
        found->apply_domain(union_map("{ [t, r] -> [t + r] }")).is_equal(union_map(relation)));
    EXPECT_TRUE(found->domain()
                    .apply(union_map("{ [t, r] -> [r] }"))
                    .is_equal(isl::union_set(context.get(), "{ [0]; [1] }")));
}

/// Parts with the same times once their offsets are taken off need one loop.
TEST_F(StridedDimensionsTest, TheOffsetThatAlignsMostPartsIsZero)
{
    expect(with_offsets_apart,
           "{ [t] -> A[i] : t = 2i + 2 and 0 <= i < 10; [t] -> B[i] : t = 2i + 1 and 0 <= i < 10 }",
           "{ [t, 1] -> A[i] : t = 2i + 1 and 0 <= i < 10; "
           "[t, 0] -> B[i] : t = 2i + 1 and 0 <= i < 10 }");
}

TEST_F(StridedDimensionsTest, OffsetsStayWhereTheyAreOfNoUse)
{
    for (const char *relation : {
             "{ [t] -> A[i] : t = 2i and 0 <= i < 10 }",
             "{ [t] -> A[i] : t = 2i and 0 <= i < 10; [t] -> B[i] : t = 2i + 4 and 0 <= i < 10 }",
             "{ [t] -> A[i] : t = 2i and 0 <= i < 10; [t] -> B[i] : t = 3i and 0 <= i < 10 }",
             "{ [t] -> A[i] : t = 2i and 0 <= i < 10; [7] -> B[] }",
             "[n] -> { [t] -> A[i] : t = 2i and 0 <= i < 10; [t] -> B[i] : t = 2i + n and "
             "0 <= i < 10 }",
         })
        EXPECT_FALSE(changed(with_offsets_apart, relation)) << relation;
}

TEST_F(StridedDimensionsTest, IterationsAreCounted)
{
    expect(with_unit_stride, "[n] -> { [t] -> A[i] : t = 3i + 1 and 0 <= i < n }",
           "[n] -> { [i] -> A[i] : 0 <= i < n }");
}

TEST_F(StridedDimensionsTest, ADimensionThatIsACoordinateKeepsItsStride)
{
    EXPECT_FALSE(changed(with_unit_stride, "[n] -> { [t] -> A[t] : 0 <= t < n and t mod 3 = 1 }"));
}

TEST_F(StridedDimensionsTest, WithoutAStrideThereIsNothingToCount)
{
    EXPECT_FALSE(changed(with_unit_stride, "[n] -> { [t] -> A[t] : 0 <= t < n }"));
    EXPECT_FALSE(changed(with_unit_stride, "{ [t] -> A[i] : t = 2i and 0 <= i < 10; "
                                           "[t] -> B[i] : t = 2i + 1 and 0 <= i < 10 }"));
}

} // namespace
} // namespace espalier::ast
