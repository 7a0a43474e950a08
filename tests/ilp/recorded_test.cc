// Problems of the scheduler, as it met them.

#include "espalier/base/file.h"
#include "espalier/ilp/lexicographic_minimum.h"
#include "espalier/presburger/context.h"
#include "tests/support/ilp_problems.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace espalier::ilp {
namespace {

TEST(RecordedProblems, HaveTheSolutionThatIslFinds)
{
    unsigned problems = 0;
    for (const auto &file : std::filesystem::directory_iterator(ESPALIER_TESTS "/ilp/recorded")) {
        SCOPED_TRACE(file.path());
        Problem problem = parse_problem(read_file(file.path()));
        presburger::Context context;
        EXPECT_TRUE(LexicographicMinimum(problem).solve() ==
                    test::minimum_by_isl(context.get(), problem));
        ++problems;
    }
    EXPECT_GT(problems, 0U);
}

} // namespace
} // namespace espalier::ilp
