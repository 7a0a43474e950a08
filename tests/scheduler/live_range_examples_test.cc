// The examples of Live-Range Reordering (2016), section 4, and the counts of table 1. Schedules are
// compared up to the choice of members: what a band spans, and what it fuses and may tile, does not
// depend on it.

#include "espalier/dependence/violations.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/text.h"
#include "espalier/scheduler/component.h"
#include "espalier/scheduler/scheduler.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <optional>
#include <set>

namespace espalier::scheduler {
namespace {

const char *const listing_1_body = R"(
#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S1:         t[i + j] = A[i][j];
S2:         C[i][j] = t[i + j];
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S3:         t[i + j] = B[i][j];
S4:         C[j][i] += t[i + j];
        }
#pragma endscop
})";

const char *const scalar_body = R"(
#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S1:         t = A[i][j];
S2:         C[i][j] = t;
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S3:         t = B[i][j];
S4:         C[j][i] += t;
        }
#pragma endscop
})";

const char *const listing_3_body = R"(
#pragma scop
    for (int i1 = 0; i1 < Nx; i1++)
        for (int j1 = 0; j1 < Ny; j1++)
            for (int k1 = 1; k1 < Nz; k1++) {
S1:             a0 = a[i1][j1][k1];
S2:             am1 = a[i1][j1][k1 - 1];
S3:             x[i1][j1][k1] = a0 + am1;
            }
    for (int i2 = 0; i2 < Nx; i2++)
        for (int j2 = 0; j2 < Ny; j2++)
            for (int k2 = 0; k2 < Nz - 1; k2++) {
S4:             a0 = a[i2][j2][k2];
S5:             rho[i2][j2][k2] = a0 + (x[i2][j2][k2 + 1] - x[i2][j2][k2]);
            }
#pragma endscop
})";

/// A function with the body over arrays of n by n ints, and with more parameters or declarations.
std::string listing_1(const std::string &parameters, const std::string &declarations,
                      const std::string &body)
{
    return fmt::format("void f(int n, int A[restrict static n][n], int B[restrict static n][n],\n"
                       "       int C[restrict static n][n]{})\n{{\n{}{}",
                       parameters, declarations, body);
}

const std::string listing_3 = std::string(R"(
void foo(int Nx, int Ny, int Nz, int a[restrict static Nx][Ny][Nz],
         int x[restrict static Nx][Ny][Nz], int rho[restrict static Nx][Ny][Nz])
{
    int a0, am1;
)") + listing_3_body;

class LiveRangeExamples : public testing::Test {
protected:
    /// Schedules the one region of a source, as for a target without parallel loops.
    void schedule(const std::string &source)
    {
        region = test::analyzed(test::extract_program(source, context));
        region->constraints = test::without_coincidence(region->constraints);
        result = compute_schedule(region->constraints, {}, {});
        ASSERT_TRUE(result.tree) << result.reason;
        ASSERT_TRUE(place().is<schedule::Band>()) << schedule::to_text(*result.tree);
    }

    /// What is below the domain node.
    schedule::Cursor place() const { return result.tree->root().child(0); }
    const schedule::Band &band() const { return place().as<schedule::Band>(); }

    isl::union_map in_domain(const std::string &text) const
    {
        return isl::union_map(context.get(), text).intersect_domain(region->constraints.domain);
    }

    /// One band with the paper's members, and the statements in their order below.
    void expect_one_band(const std::string &schedule, const std::vector<std::string> &order) const
    {
        isl::union_map own =
            isl::union_map::from(band().schedule).intersect_domain(region->constraints.domain);
        EXPECT_TRUE(own.is_equal(in_domain(schedule))) << schedule::to_text(*result.tree);
        EXPECT_TRUE(band().is_permutable);
        ASSERT_TRUE(place().child(0).is<schedule::Sequence>());
        std::vector<std::string> found;
        for (std::size_t k = 0; k < place().child(0).child_count(); ++k) {
            schedule::Cursor child = place().child(0).child(k);
            child.as<schedule::Filter>().instances.foreach_set([&](const isl::set &set) {
                found.emplace_back(isl_set_get_tuple_name(set.get()));
            });
            EXPECT_TRUE(child.child(0).is<schedule::Leaf>());
        }
        EXPECT_EQ(found, order);
    }

    /// All flow dependences have the distances (0, 0).
    void expect_local_flow() const
    {
        isl::union_map own = isl::union_map::from(band().schedule);
        isl::union_map flow = dependence::untagged(region->dependences.flow)
                                  .intersect_domain(region->constraints.domain)
                                  .intersect_range(region->constraints.domain);
        isl::union_set distances = flow.apply_domain(own).apply_range(own).deltas();
        EXPECT_FALSE(distances.is_empty());
        EXPECT_TRUE(distances.is_subset(isl::union_set(context.get(), "{ [0, 0] }")))
            << presburger::to_string(distances);
    }

    /// For table 1, of the band that there is in the end: conditions adjacent to conditioned pairs
    /// that it violates, and how many of these it does not keep local.
    LocalityCounts counts() const
    {
        Model model = make_model(region->constraints, {});
        Component all{{}, model.dependences};
        std::vector<Node> nodes;
        for (std::size_t k = 0; k < model.statements.size(); ++k) {
            all.statements.push_back(k);
            nodes.push_back(model.statements[k].node);
        }
        Graph graph = graph_of(model, all, nodes);
        std::vector<Functions> members;
        std::set<std::size_t> conditions;
        for (std::size_t k = 0; k < band().size(); ++k) {
            members.push_back(functions(model, k));
            for (std::size_t condition : adjacent_conditions(model, all, graph, members.back()))
                conditions.insert(condition);
        }
        LocalityCounts result{members.size(), conditions.size(), 0, this->result.counts.resets};
        for (std::size_t condition : conditions)
            result.non_local += std::ranges::any_of(members, [&](const Functions &member) {
                return !distances(graph.relations[condition], member, model.parameters).is_zero;
            });
        return result;
    }

    void expect_counts(std::size_t members, std::size_t localized) const
    {
        LocalityCounts found = counts();
        EXPECT_EQ(found.members, members);
        EXPECT_EQ(found.localized, localized);
        EXPECT_EQ(found.non_local, 0U);
        EXPECT_EQ(found.resets, 0U);
        EXPECT_EQ(result.counts.non_local, 0U);
    }

    /// A member of the band as the scheduler has it.
    Functions functions(const Model &model, std::size_t member) const
    {
        Functions result;
        for (const Statement &statement : model.statements) {
            isl::aff given = band().member_on(member, statement.domain.space()).as_aff();
            isl_aff *aff =
                isl_aff_align_params(given.release(), isl_set_get_space(statement.domain.get()));
            auto number = [](isl_val *value) { return Number(isl::manage(value).num_si()); };
            Function function = {number(isl_aff_get_constant_val(aff))};
            for (isl_dim_type type : {isl_dim_param, isl_dim_in})
                for (int k = 0; k < isl_aff_dim(aff, type); ++k)
                    function.push_back(number(isl_aff_get_coefficient_val(aff, type, k)));
            isl_aff_free(aff);
            result.push_back(std::move(function));
        }
        return result;
    }

    presburger::Context context;
    std::optional<test::AnalyzedRegion> region;
    Result result;
};

const char *const schedule_12 = "{ S1[i, j] -> [j, i]; S2[i, j] -> [j, i]; "
                                "S3[i, j] -> [i, j]; S4[i, j] -> [i, j] }";
const char *const schedule_13 = "{ S1[i, j] -> [j, i + j]; S2[i, j] -> [j, i + j]; "
                                "S3[i, j] -> [i, i + j]; S4[i, j] -> [i, i + j] }";

const std::vector<std::string> all_of_listing_1 = {"S1", "S2", "S3", "S4"};

TEST_F(LiveRangeExamples, Schedule12OfTheWholeFunction)
{
    schedule(listing_1("", "    int t[2 * n - 1];", listing_1_body));
    expect_one_band(schedule_12, all_of_listing_1);
    expect_local_flow();
    expect_counts(2, 2);
}

/// Where the elements of t are live out, the last to write them remain the last.
TEST_F(LiveRangeExamples, Schedule13OfTheMarkedFragment)
{
    schedule(listing_1(", int t[restrict static 2 * n - 1]", "", listing_1_body));
    expect_one_band(schedule_13, all_of_listing_1);
    expect_local_flow();
}

TEST_F(LiveRangeExamples, Schedule12WithAScalar)
{
    schedule(listing_1("", "    int t;", scalar_body));
    expect_one_band(schedule_12, all_of_listing_1);
    expect_local_flow();
    expect_counts(2, 2);
}

TEST_F(LiveRangeExamples, Schedule17)
{
    schedule(listing_3);
    const char *const schedule_17 =
        "{ S1[i, j, k] -> [i, j, k]; S2[i, j, k] -> [i, j, k]; S3[i, j, k] -> [i, j, k]; "
        "S4[i, j, k] -> [i, j, k + 1]; S5[i, j, k] -> [i, j, k + 1] }";
    expect_one_band(schedule_17, {"S1", "S2", "S3", "S4", "S5"});
    expect_counts(3, 3);
}

} // namespace
} // namespace espalier::scheduler
