#include "espalier/presburger/hermite.h"

#include "espalier/presburger/context.h"

#include <gmock/gmock.h>
#include <isl/mat.h>

#include <random>

namespace espalier::presburger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Rows = std::vector<std::vector<long>>;

class HermiteTest : public testing::Test {
protected:
    Rows completing(const Rows &rows, std::size_t columns) const
    {
        IntegerMatrix matrix;
        for (const std::vector<long> &row : rows) {
            matrix.emplace_back();
            for (long entry : row)
                matrix.back().emplace_back(context.get(), entry);
        }
        Rows result;
        for (const std::vector<isl::val> &row :
             completing_rows(context.get(), std::move(matrix), columns)) {
            result.emplace_back();
            for (const isl::val &entry : row)
                result.back().push_back(entry.num_si());
        }
        return result;
    }

    long rank(const Rows &rows, std::size_t columns) const
    {
        isl_mat *matrix =
            isl_mat_alloc(context.get().get(), unsigned(rows.size()), unsigned(columns));
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = 0; j < columns; ++j)
                matrix = isl_mat_set_element_si(matrix, int(i), int(j), int(rows[i][j]));
        long result = isl_mat_rank(matrix);
        isl_mat_free(matrix);
        return result;
    }

    Context context;
};

TEST_F(HermiteTest, UnitRowsAreCompletedByTheOthers)
{
    EXPECT_THAT(completing({{0, 0, 1}, {0, 1, 0}}, 3), ElementsAre(ElementsAre(1, 0, 0)));
    EXPECT_THAT(completing({{1, 0, 0}, {0, 0, 1}}, 3), ElementsAre(ElementsAre(0, 1, 0)));
}

TEST_F(HermiteTest, ABasisNeedsNothing)
{
    EXPECT_THAT(completing({{1, 0}, {3, 2}}, 2), IsEmpty());
    EXPECT_THAT(completing({}, 0), IsEmpty());
}

TEST_F(HermiteTest, NothingNeedsABasis)
{
    EXPECT_THAT(completing({}, 2), ElementsAre(ElementsAre(1, 0), ElementsAre(0, 1)));
    EXPECT_THAT(completing({{0, 0}}, 2), ElementsAre(ElementsAre(1, 0), ElementsAre(0, 1)));
}

TEST_F(HermiteTest, DependentRowsCountOnce)
{
    EXPECT_THAT(completing({{1, 1}, {2, 2}}, 2), ElementsAre(ElementsAre(0, 1)));
}

TEST_F(HermiteTest, RandomRowsAreCompletedToABasis)
{
    const unsigned seed = 1;
    std::mt19937 engine(seed);
    auto below = [&](std::size_t end) { return std::size_t(engine() % end); };
    for (int round = 0; round < 300; ++round) {
        std::size_t columns = 1 + below(5);
        Rows rows(below(columns + 2), std::vector<long>(columns));
        for (std::vector<long> &row : rows)
            for (long &entry : row)
                entry = long(below(9)) - 4;
        Rows added = completing(rows, columns);
        long old_rank = rank(rows, columns);
        rows.insert(rows.end(), added.begin(), added.end());
        ASSERT_EQ(rank(rows, columns), long(columns)) << "seed " << seed << ", round " << round;
        ASSERT_EQ(added.size(), columns - std::size_t(old_rank))
            << "seed " << seed << ", round " << round;
    }
}

} // namespace
} // namespace espalier::presburger
