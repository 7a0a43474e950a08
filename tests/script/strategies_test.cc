// Functions of scripts that do what strategies do, and when they can be called.

#include "espalier/strategies/contractions/array_tiles.h"
#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/strategies/contractions/substituted_scalars.h"
#include "espalier/strategies/rows/pivot_splitting.h"
#include "espalier/strategies/rows/recurrence_strips.h"
#include "espalier/strategies/rows/row_blocking.h"
#include "espalier/strategies/rows/sum_retiming.h"
#include "espalier/strategies/stencils/time_tiling.h"
#include "espalier/strategies/stencils/vector_sweeps.h"
#include "espalier/transform/compound_assignments.h"
#include "espalier/transform/demotion.h"
#include "espalier/transform/expansion.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"
#include "tests/support/scripts.h"

#include "tests/support/scops.h"

#include <gmock/gmock.h>

namespace espalier::script {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ScriptStrategies : public test::ScriptTest {
protected:
    /// Scripts are about the body of a function, see test::in_function.
    void use(const std::string &body)
    {
        region = test::analyzed(test::extract_program(test::in_function(body), context));
        view = transform::original_view(region->program);
        hooks.strategy_inputs = [this](std::size_t, const Outcome &) {
            return StrategyInputs{region->dependences, machine, false, fast_math};
        };
    }

    Outcome outcome(const std::string &script) { return run_all(script).regions.front(); }

    void expect(const std::string &script, const std::optional<strategies::Candidate> &proposal)
    {
        ASSERT_TRUE(proposal);
        EXPECT_EQ(test::text(run(script)), test::text(transform::matrix_view(proposal->plan)))
            << script;
        EXPECT_EQ(test::text(run(proposal->plan.steps)),
                  test::text(transform::matrix_view(proposal->plan)))
            << script;
    }

    /// \param program  that the result is to be compared with from there on, in its own order
    void expect_program(const std::string &script, const std::optional<program::Program> &program)
    {
        ASSERT_TRUE(program);
        Outcome found = outcome(script);
        ASSERT_TRUE(found.reference);
        EXPECT_TRUE(found.has_own_order);
        EXPECT_EQ(test::text(found.view), test::text(transform::original_view(*program)));
    }

    static std::vector<std::string> blocked(const Outcome &outcome)
    {
        std::vector<std::string> result;
        for (const auto &block : strategies::blocked_contractions_in(outcome.view))
            result.push_back(block.statement);
        return result;
    }

    std::optional<test::AnalyzedRegion> region;
    machine::Machine machine;
    bool fast_math = false;
};

constexpr const char *stencil = "for (int t = 0; t < m; t++) {"
                                "    for (int i = 1; i < n - 1; i++) S1: y[i] = x[i-1] + x[i+1];"
                                "    for (int i = 1; i < n - 1; i++) S2: x[i] = y[i];"
                                "}";

constexpr const char *recurrences =
    "for (int i = 0; i < n; i++)"
    "    for (int j = 1; j < n; j++) S1: A[i][j] += A[i][j-1];"
    "for (int i = 0; i < n; i++)"
    "    for (int j = 1; j < n; j++) S2: B[i][j] = B[i][j-1] * A[n-1-i][j];";

constexpr const char *product = "for (int i = 0; i < n; i++)"
                                "    for (int j = 0; j < n; j++) {"
                                "        S1: A[i][j] = 0;"
                                "        for (int k = 0; k < n; k++)"
                                "            S2: A[i][j] += B[i][k] * B[k][j];"
                                "    }";

TEST_F(ScriptStrategies, TileOverTime)
{
    use(stencil);
    using strategies::time_tiled;
    expect("time_tile('t', {8, 64})",
           time_tiled(region->program, region->dependences, {8, 64}, false));
    expect("time_tile(enclose(S1, 2))",
           time_tiled(region->program, region->dependences, machine, {}, false));
    EXPECT_THAT(message("time_tile('t', {8, 64, 64})"), HasSubstr("no iterated stencil"));
    EXPECT_THAT(message("time_tile('t', {8, 0})"), HasSubstr("whole numbers from 1 on, not 0"));
    EXPECT_THAT(message("time_tile(enclose(S1))"), HasSubstr("the loop over time"));
}

TEST_F(ScriptStrategies, GoOnFromThere)
{
    use(stencil);
    Outcome found = outcome("parallel_if_it_pays() time_tile('t', {8, 64}) vector_rows() "
                            "stripmine(enclose(S1, 4), 2)");
    EXPECT_TRUE(found.weighs_threads);
    const transform::Statement &statement = found.view.statements.front();
    EXPECT_EQ(statement.depth(), 5u);
    EXPECT_TRUE(statement.rows.back().role->has_row_function);
}

TEST_F(ScriptStrategies, OfRegionsAsTheyAre)
{
    use(stencil);
    for (const char *call :
         {"time_tile('t')", "vector_sweeps()", "row_blocks()", "retime_sum()", "demote_scalars()",
          "substitute_scalars()", "substitute_temporaries()", "add_terms_apart()", "keep_source()"})
        EXPECT_THAT(message("reverse(enclose(S1)) " + std::string(call)),
                    HasSubstr("has to come before all other transformations of the region"))
            << call;
    EXPECT_TRUE(outcome("parallel_if_it_pays() keep_source()").keeps_source);
    EXPECT_TRUE(outcome("parallel_if_it_pays() source_if_too_little()").keeps_small_source);
    EXPECT_FALSE(outcome("parallel_if_it_pays()").keeps_small_source);
    EXPECT_EQ(outcome("source_if_fewer(700)").least_instances, 700);
    EXPECT_EQ(outcome("source_if_fewer(0, {0, 8})").least_lengths, (std::vector<double>{0, 8}));
}

TEST_F(ScriptStrategies, NeedDependences)
{
    use(stencil);
    hooks.strategy_inputs = nullptr;
    EXPECT_THAT(message("split_pivot()"), HasSubstr("the dependences are not known here"));
}

TEST_F(ScriptStrategies, RunRecurrencesSideBySide)
{
    use(recurrences);
    auto strips = [&](const transform::Beta &place, std::optional<long> size) {
        return strategies::recurrences_in_strips(view, place, region->dependences, machine, false,
                                                 size);
    };
    expect("recurrences_in_strips()", strips({}, std::nullopt));
    EXPECT_EQ(test::text(run("recurrences_in_strips(enclose(S2, 2), 4)")),
              test::text(transform::matrix_view(strips({1}, 4)->plan)));
    // Each nest in strips of its own.
    Outcome both = outcome("recurrences_in_strips(enclose(S1, 2), 4) "
                           "recurrences_in_strips(enclose(S2, 2), 8)");
    EXPECT_EQ(test::statement(both.view, "S1").depth(), 3u);
    EXPECT_EQ(test::statement(both.view, "S2").depth(), 3u);
    EXPECT_THAT(message("recurrences_in_strips(beta{}, 1)"), HasSubstr("from 2 on, not 1"));
    EXPECT_THAT(message("recurrences_in_strips() recurrences_in_strips()"),
                HasSubstr("finds nothing to do"));
}

TEST_F(ScriptStrategies, BlockRows)
{
    use("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) S1: y[i] += A[i][j] * x[j];");
    auto rows = [&](std::optional<long> count) {
        return strategies::row_blocked(region->program, region->dependences, machine, false, count);
    };
    expect("row_blocks()", rows({}));
    EXPECT_EQ(test::text(run("row_blocks(4)")), test::text(transform::matrix_view(rows(4)->plan)));
    EXPECT_NE(test::text(run("row_blocks(4)")), test::text(run("row_blocks()")));
}

TEST_F(ScriptStrategies, SplitAtPivots)
{
    use("for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
        "    S1: A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];");
    auto parts = [&](const transform::Beta &place) {
        return strategies::pivot_split(view, place, region->dependences, false);
    };
    expect("split_pivot()", parts({}));
    EXPECT_EQ(test::text(run("split_pivot('i')")),
              test::text(transform::matrix_view(parts({0, 0})->plan)));
}

TEST_F(ScriptStrategies, RotateSums)
{
    use("for (int k = 0; k < n; k++) {"
        "    S1: x[0] = 0;"
        "    for (int i = 0; i < n; i++) S2: x[0] += y[i];"
        "    S3: y[0] = x[0];"
        "    for (int i = 1; i < n; i++) S4: y[i] = y[i-1] * 0.5;"
        "}");
    EXPECT_THAT(message("retime_sum()"), HasSubstr("no loop begins with a sum"));
    use("for (int k = 0; k < n; k++) {"
        "    S1: x[0] = 0;"
        "    for (int i = 0; i < n; i++) S2: x[0] += y[i];"
        "    S3: A[0][0] = x[0];"
        "    for (int i = 0; i < n; i++) S4: y[i] = y[i] * 0.5 + A[0][0];"
        "}");
    expect("retime_sum()", strategies::sum_retimed(region->program, region->dependences));
    EXPECT_FALSE(outcome("retime_sum()").reference);
}

TEST_F(ScriptStrategies, BlockProducts)
{
    use(product);
    EXPECT_THAT(message("block_product(S2)"),
                AllOf(HasSubstr("shared with others"), HasSubstr("distribute")));
    EXPECT_THAT(message("block_product(S1)"), HasSubstr("no contraction"));
    const std::string apart = "distribute('j', enclose(S2)) distribute('i', enclose(S2, 2)) ";
    Outcome found = outcome(apart + "block_product(S2, {rows = 4, columns = 8, lanes = 4, "
                                    "steps = 16, block_rows = 8, panel_columns = 32})");
    EXPECT_THAT(blocked(found), ElementsAre("S2"));
    const transform::MatrixView &view = found.view;
    EXPECT_EQ(strategies::blocked_contractions_in(view).front().sizes.panel_columns, 32);
    EXPECT_EQ(labelled(view, "S2").depth(), std::size_t(schedule::block_loops));
    EXPECT_THAT(blocked(outcome(apart + "block_product(S2) block_product(S2)")), ElementsAre("S2"));
    EXPECT_THAT(message(apart + "block_product(S2, {rows = 4, block_rows = 6})"),
                HasSubstr("`block_rows` one of `rows`"));
    EXPECT_THAT(message(apart + "block_product(S2, {row = 4})"), HasSubstr("no such form"));
    for (const char *sizes : {"steps = 100000000", "rows = 1000, block_rows = 1000"})
        EXPECT_THAT(message(apart + "block_product(S2, {" + sizes + "})"), HasSubstr("too large"));
}

TEST_F(ScriptStrategies, ChangeWhatTheResultIsComparedWith)
{
    use("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {"
        "    double s; S1: s = A[i][j];"
        "    for (int k = 0; k < n; k++) S2: s -= B[i][k] * B[k][j];"
        "    S3: A[i][j] = s;"
        "}");
    expect_program("demote_scalars()",
                   transform::with_scalars_demoted(region->program, region->dependences));
    EXPECT_FALSE(outcome("reverse('k')").reference);
    EXPECT_THAT(message("expand('D')"), HasSubstr("D"));
}

TEST_F(ScriptStrategies, FindContractions)
{
    use("for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) {"
        "    double s; S1: s = y[i] * B[i][k];"
        "    for (int j = 0; j < n; j++) S2: A[i][j] += s * B[k][j] - s * B[k][j+1];"
        "}");
    expect_program("substitute_scalars()",
                   strategies::with_scalars_substituted(region->program, region->dependences));
    EXPECT_THAT(message("substitute_scalars() substitute_scalars()"),
                HasSubstr("finds nothing to do"));
    EXPECT_THAT(message("add_terms_apart()"), HasSubstr("--fast-math"));
    fast_math = true;
    expect_program("add_terms_apart()", transform::with_terms_added_apart(region->program));
}

TEST_F(ScriptStrategies, PlanNests)
{
    use(product);
    EXPECT_THAT(message("plan_nests()"), HasSubstr("no scheduler here"));
    hooks.plan_nests = [](std::size_t, const Outcome &) -> std::optional<strategies::Candidate> {
        return std::nullopt;
    };
    EXPECT_THAT(message("plan_nests()"), HasSubstr("no strategy is for nests"));
    EXPECT_THAT(message("interchange('i', 'j') plan_nests()"), HasSubstr("order of the source"));
    const transform::MatrixView interchanged = run("interchange('i', 'j')");
    hooks.plan_nests = [&](std::size_t, const Outcome &) -> std::optional<strategies::Candidate> {
        return strategies::Candidate{transform::plan_of(interchanged), "interchanged"};
    };
    EXPECT_EQ(test::text(run("plan_nests()")), test::text(interchanged));
}

TEST_F(ScriptStrategies, PlanAroundNests)
{
    use(product);
    EXPECT_THAT(message("plan_around(S2)"), HasSubstr("no scheduler here"));
    hooks.plan_around =
        [](std::size_t, const Outcome &outcome,
           const std::set<std::string> &labels) -> std::optional<transform::MatrixView> {
        EXPECT_THAT(labels, ElementsAre("S1", "S2"));
        return outcome.has_own_order ? std::nullopt : std::optional(outcome.view);
    };
    EXPECT_THAT(message("plan_around('i')"), HasSubstr("no other nests of two loops or more"));
    EXPECT_EQ(test::text(run("interchange('i', 'j') plan_around(S1, S2)")),
              test::text(run("interchange('i', 'j')")));
    EXPECT_THAT(message("plan_around()"), HasSubstr("no such form"));
}

TEST_F(ScriptStrategies, TileByArrays)
{
    use("for (int i = 0; i < n; i++) S1: y[i] = x[i];"
        "for (int i = 0; i < n; i++) S2: A[0][i] = y[n-1-i];");
    EXPECT_EQ(test::text(run("tile_by_array('y', {8})")),
              test::text(*strategies::tiled_by_array(view, "y", {8}, 0)));
    EXPECT_THAT(message("tile_by_array('y', {8, 8})"), HasSubstr("finds nothing to do"));
    EXPECT_THAT(message("tile_by_array('y', {8}, 1)"), HasSubstr("no such form"));
}

} // namespace
} // namespace espalier::script
