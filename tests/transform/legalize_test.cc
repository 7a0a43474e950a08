// Correction of illegal transformations: by shifts, skews and splits, as few as possible.

#include "espalier/transform/legalize.h"

#include "espalier/base/error.h"
#include "espalier/schedule/original.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/programs.h"
#include "tests/support/scops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

class Legalize : public testing::Test {
protected:
    void region_is(const std::string &body)
    {
        view = test::scop_in_function(body, context);
        dependences =
            dependence::analyze(view->program, schedule::original_schedule(view->program));
    }

    FindViolations violations() const
    {
        return [this](const MatrixView &candidate) {
            return dependence::violations(view->program, dependences, schedule_tree(candidate));
        };
    }

    /// What makes a control part legal; checks that it does.
    std::vector<std::string> corrections(const MatrixView &illegal) const
    {
        EXPECT_FALSE(violations()(illegal).empty()) << "there is nothing to correct";
        std::vector<std::string> calls;
        MatrixView legal = legalize(illegal, violations(), calls);
        EXPECT_TRUE(violations()(legal).empty());
        EXPECT_EQ(find_irregularity(legal), std::nullopt);
        return calls;
    }

    presburger::Context context;
    std::optional<MatrixView> view;
    dependence::Dependences dependences;
};

TEST_F(Legalize, LeavesWhatIsLegal)
{
    region_is("for (int i = 0; i < n; i++) x[i] = y[i];");
    std::vector<std::string> calls;
    MatrixView same = legalize(*view, violations(), calls);
    EXPECT_TRUE(calls.empty());
    EXPECT_TRUE(test::is_same_order(same, *view));
}

TEST_F(Legalize, ShiftsAStatementThatReadsTooEarly)
{
    region_is("for (int i = 0; i < n; i++) S1: x[i] = 2;"
              "for (int i = 0; i < n - 3; i++) S2: y[i] = x[i + 3];");
    EXPECT_THAT(corrections(fusion(*view, {}, 0)), testing::ElementsAre("shift(S2, {'3'})"));
}

TEST_F(Legalize, ShiftsByASymbolicConstant)
{
    region_is("for (int i = 0; i < n; i++) S1: x[i] = 2;"
              "for (int i = 0; i < n; i++) S2: y[i] = x[n - 1];");
    EXPECT_THAT(corrections(fusion(*view, {}, 0)), testing::ElementsAre(testing::HasSubstr("n")));
}

TEST_F(Legalize, SkewsALoopThatRunsAgainstADependence)
{
    region_is("for (int i = 1; i < n; i++) for (int j = 0; j < n - 1; j++)"
              "S1: A[i][j] = A[i - 1][j + 1];");
    EXPECT_THAT(corrections(interchange(*view, {0, 0}, 0, 1)),
                testing::ElementsAre("skew(enclose(S1, 2), 0, 1, 1)"));
}

TEST_F(Legalize, ShiftsAChainOfLoops)
{
    region_is("for (int i = 0; i < n; i++) S1: x[i] = 2;"
              "for (int i = 0; i < n - 1; i++) S2: y[i] = x[i + 1];"
              "for (int i = 0; i < n - 2; i++) S3: A[0][i] = y[i + 1];"
              "for (int i = 0; i < n - 3; i++) S4: A[1][i] = A[0][i + 1];");
    MatrixView fused = fusion(fusion(fusion(*view, {}, 0), {}, 0), {}, 0);
    EXPECT_LE(corrections(fused).size(), 4u);
}

TEST_F(Legalize, SplitsOffWhatComesTooEarly)
{
    region_is("for (int i = 0; i < n; i++) S1: x[i] = 2;"
              "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) S2: A[i][j] = x[j];");
    std::vector<std::string> calls = corrections(fusion(*view, {}, 0));
    EXPECT_EQ(calls.size(), 1u);
}

TEST_F(Legalize, SaysWhereNothingHelps)
{
    region_is("for (int i = 1; i < n; i++) S1: x[i] = x[i - 1];");
    std::vector<std::string> calls;
    EXPECT_THROW(legalize(reverse(*view, {0}, 0), violations(), calls), Error);
    EXPECT_TRUE(calls.empty());
}

} // namespace
} // namespace espalier::transform
