#include "espalier/scheduler/linear_algebra.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace espalier::scheduler {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LinearAlgebra, Products)
{
    EXPECT_EQ(product(Vector{1, -2, 3}, Vector{4, 5, 6}), 12);
    EXPECT_EQ(product(Vector{}, Vector{}), 0);
    EXPECT_TRUE(is_zero(Vector{0, 0}));
    EXPECT_FALSE(is_zero(Vector{0, -1}));
    EXPECT_EQ(common_divisor(Vector{0, -6, 4}), 2);
    EXPECT_EQ(common_divisor(Vector{0, 0}), 0);
}

TEST(LinearAlgebra, LargeNumbersAreNoticed)
{
    const Number most = std::numeric_limits<Number>::max();
    EXPECT_THROW(product(Vector{most}, Vector{2}), NumberTooLarge);
    EXPECT_THROW(product(Vector{most, 1}, Vector{1, 1}), NumberTooLarge);
    EXPECT_THROW(row_basis({{most, 1}, {most - 1, 2}}), NumberTooLarge);
}

TEST(LinearAlgebra, RowBasisIsReduced)
{
    EXPECT_THAT(row_basis({{2, 4, 0}, {1, 2, 0}, {0, 0, 0}}), ElementsAre(Vector{1, 2, 0}));
    EXPECT_THAT(row_basis({{0, -3, 6}, {1, 1, 0}}), ElementsAre(Vector{1, 0, 2}, Vector{0, 1, -2}));
    EXPECT_THAT(row_basis({}), IsEmpty());
}

TEST(LinearAlgebra, OrthogonalBasisHasEarlierDimensionsFirst)
{
    EXPECT_THAT(orthogonal_basis({}, 2), ElementsAre(Vector{1, 0}, Vector{0, 1}));
    EXPECT_THAT(orthogonal_basis({{1, 1, 0}}, 3), ElementsAre(Vector{1, -1, 0}, Vector{0, 0, 1}));
    EXPECT_THAT(orthogonal_basis({{2, 3}}, 2), ElementsAre(Vector{3, -2}));
    EXPECT_THAT(orthogonal_basis({{1, 0}, {1, 2}}, 2), IsEmpty());
}

/// Ranks add up, all of one basis is orthogonal to all rows, and a second basis changes nothing.
TEST(LinearAlgebra, BasesOfRandomRows)
{
    std::mt19937 random(1);
    for (int k = 0; k < 500; ++k) {
        std::size_t dimension = 1 + random() % 5;
        std::vector<Vector> rows(random() % 5, Vector(dimension));
        for (Vector &row : rows)
            for (Number &number : row)
                number = Number(random() % 7) - 3;
        std::vector<Vector> basis = row_basis(rows), rest = orthogonal_basis(rows, dimension);
        EXPECT_EQ(basis.size() + rest.size(), dimension);
        EXPECT_EQ(row_basis(basis), basis);
        for (const Vector &vector : rest)
            for (const Vector &row : rows)
                EXPECT_EQ(product(vector, row), 0);
        std::vector<Vector> all = basis;
        all.insert(all.end(), rows.begin(), rows.end());
        EXPECT_EQ(row_basis(all), basis);
        all.insert(all.end(), rest.begin(), rest.end());
        EXPECT_EQ(row_basis(all).size(), dimension);
    }
}

} // namespace
} // namespace espalier::scheduler
