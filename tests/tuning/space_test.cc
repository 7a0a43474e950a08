#include "espalier/tuning/space.h"

#include "espalier/base/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>

namespace espalier::tuning {
namespace {

using testing::ElementsAre;

std::size_t choose(Space &space, const std::string &name, std::vector<std::string> alternatives)
{
    return space.choose({name, std::move(alternatives), 1});
}

/// A script whose second choice depends on the first: 2 + 3 points.
void run_dependent(Space &space)
{
    if (choose(space, "order", {"ij", "ji"}) == 0)
        choose(space, "tile", {"16", "32"});
    else
        choose(space, "unroll", {"1", "2", "4"});
}

void run_wide(Space &space)
{
    for (int k = 0; k < 6; ++k)
        choose(space, "digit", {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
}

template <class Script>
std::vector<std::string> points_of(Space &space, Script script, std::size_t budget)
{
    std::vector<std::string> points;
    while (budget > 0 && !space.is_exhausted()) {
        space.begin(budget--);
        script(space);
        points.push_back(text(space.finish()));
    }
    return points;
}

TEST(SpaceTest, EnumeratesDependentChoicesDepthFirst)
{
    Space space(1);
    EXPECT_THAT(points_of(space, run_dependent, 10),
                ElementsAre("order=ij, tile=16", "order=ij, tile=32", "order=ji, unroll=1",
                            "order=ji, unroll=2", "order=ji, unroll=4"));
    EXPECT_TRUE(space.is_exhausted());
    EXPECT_EQ(space.estimated_rest(), 0);
}

TEST(SpaceTest, EstimatesWhatItHasNotSeen)
{
    Space space(1);
    EXPECT_EQ(space.estimated_rest(), 1);
    points_of(space, run_wide, 1);
    EXPECT_EQ(space.estimated_rest(), 999'999);
}

TEST(SpaceTest, ARunThatDoesNotFinishIsToBeTried)
{
    Space space(1);
    space.begin(10);
    run_dependent(space);
    EXPECT_EQ(space.estimated_rest(), 4);
    EXPECT_EQ(points_of(space, run_dependent, 10).size(), 5U);
}

TEST(SpaceTest, SamplesALargeSpaceWithoutRepetition)
{
    Space space(7), same(7), other(8);
    std::vector<std::string> points = points_of(space, run_wide, 200);
    EXPECT_TRUE(space.is_random());
    EXPECT_EQ(std::set<std::string>(points.begin(), points.end()).size(), 200U);
    EXPECT_EQ(points_of(same, run_wide, 200), points);
    EXPECT_NE(points_of(other, run_wide, 200), points);
    EXPECT_EQ(points.front(), "digit=0, digit=0, digit=0, digit=0, digit=0, digit=0");
}

TEST(SpaceTest, ASampleOfAlmostAllIsNoRepetitionEither)
{
    Space space(3);
    std::vector<std::string> points = points_of(space, run_dependent, 4);
    EXPECT_EQ(std::set<std::string>(points.begin(), points.end()).size(), 4U);
    EXPECT_FALSE(space.is_exhausted());
}

TEST(SpaceTest, LeavesOutWhatIsKnown)
{
    Space space(1);
    space.leave_out({{"order", "ij", 0, 2}, {"tile", "32", 1, 2}});
    space.leave_out({{"order", "ji", 1, 2}, {"unroll", "1", 0, 3}});
    EXPECT_THAT(points_of(space, run_dependent, 10),
                ElementsAre("order=ij, tile=16", "order=ji, unroll=2", "order=ji, unroll=4"));
}

TEST(SpaceTest, ARunThatEndsEarlyIsAPoint)
{
    Space space(1);
    auto script = [](Space &run) {
        if (choose(run, "order", {"ij", "ji"}) == 1)
            run_dependent(run);
    };
    EXPECT_EQ(points_of(space, script, 100).size(), 6U);
}

TEST(SpaceTest, AScriptWithoutChoicesHasOnePoint)
{
    Space space(1);
    EXPECT_THAT(points_of(space, [](Space &) {}, 100), ElementsAre(""));
}

TEST(SpaceTest, EndlessChoicesAreAnError)
{
    Space space(1);
    space.begin(10);
    auto endless = [&] {
        for (;;)
            choose(space, "more", {"no", "yes"});
    };
    EXPECT_THROW(endless(), Error);
    EXPECT_EQ(space.finish().size(), 1000U);
}

TEST(PointTest, IsReadBack)
{
    Point point = {{"a \"name\"", "{8, 8}", 0, 2}, {"choice 2", "\"i\"", 3, 4}};
    EXPECT_EQ(point_from_json(to_json(point)), point);
    EXPECT_EQ(text(point), "a \"name\"={8, 8}, choice 2=\"i\"");
}

TEST(PointTest, NoticesWhatIsNone)
{
    for (const char *json :
         {"", "[", "{}x", "[1]", "[{\"name\": \"a\"}]",
          R"([{"name": "a", "alternative": "1", "position": 2, "alternatives": 2}])"})
        EXPECT_THROW(point_from_json(json), std::invalid_argument) << json;
}

} // namespace
} // namespace espalier::tuning
