// Proximity relations, their groups and ranks: the figures and remarks of Spatial Locality (2018),
// section 4, and every kernel.

#include "espalier/dependence/proximity.h"

#include "espalier/frontend/frontend.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <isl/union_map.h>

#include <filesystem>
#include <optional>

namespace espalier::dependence {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ProximityTest : public testing::Test {
protected:
    /// Finds the groups of a region with lines of eight elements.
    void analyze_source(const std::string &source)
    {
        program = test::extract_program(source, context);
        groups = proximity_groups(*program, schedule::original_schedule(*program), 8);
    }

    void analyze_body(const std::string &body) { analyze_source(test::in_function(body)); }

    /// The groups of references to an array.
    std::vector<const ProximityGroup *> of(const std::string &array) const
    {
        std::vector<const ProximityGroup *> result;
        for (const ProximityGroup &group : groups) {
            auto [statement, access] = group.references.front();
            std::size_t position = program->statements[statement].accesses[access].array;
            if (program->arrays[position].name == array)
                result.push_back(&group);
        }
        return result;
    }

    const ProximityGroup &the_one_of(const std::string &array) const
    {
        EXPECT_THAT(of(array), SizeIs(1)) << array;
        return *of(array).at(0);
    }

    std::vector<std::size_t> multiplicities(const std::string &array) const
    {
        std::vector<std::size_t> result;
        for (const ProximityGroup *group : of(array))
            result.push_back(group->multiplicity());
        return result;
    }

    /// Compares a relation with what `text` is on the program's instances.
    void expect(const isl::union_map &found, const std::string &text) const
    {
        isl::union_set domain = program::instances_without_kills(*program);
        isl::union_map expected =
            isl::union_map(context.get(), text).intersect_domain(domain).intersect_range(domain);
        EXPECT_TRUE(found.is_equal(expected))
            << presburger::to_string(found) << "\nis not " << presburger::to_string(expected);
    }

    std::size_t rank(const std::string &array, const std::string &partial_schedule) const
    {
        return access_rank(the_one_of(array), isl::union_map(context.get(), partial_schedule));
    }

    presburger::Context context;
    std::optional<program::Program> program;
    std::vector<ProximityGroup> groups;
};

const char *const figure_1 = R"(
void f(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n]) {
#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
S:          C[i][j] = 0.0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k)
R:              C[i][j] += A[i][k] * B[k][j];
#pragma endscop
})";

const char *const figure_2 = R"(
void f(double A[restrict 42][42], double B[restrict 42][42], double C[restrict 42][42],
       double D[restrict 42][42]) {
#pragma scop
    for (int i = 1; i < 42; ++i)
        for (int j = 0; j < 42; ++j) {
S1:         A[i][j] += B[i][j] + B[i - 1][j];
            for (int k = 0; k < 42; ++k)
S2:             C[i][j] += D[i][k] * D[i][j];
        }
#pragma endscop
})";

TEST_F(ProximityTest, Figure1Spatial)
{
    analyze_source(figure_1);
    expect(the_one_of("A").spatial,
           "{ R[i, j, k] -> R[i, j, k'] : k' = k + 1 and floor(k/8) = floor(k'/8) }");
    expect(the_one_of("B").spatial,
           "{ R[i, j, k] -> R[i, j', k] : j' = j + 1 and floor(j/8) = floor(j'/8) }");
    expect(the_one_of("C").spatial,
           "{ R[i, j, k] -> R[i, j', k] : j' = j + 1 and floor(j/8) = floor(j'/8); "
           "S[i, j] -> S[i, j'] : j' = j + 1 and floor(j/8) = floor(j'/8) }");
}

TEST_F(ProximityTest, Figure1Temporal)
{
    analyze_source(figure_1);
    expect(the_one_of("A").temporal, "{ R[i, j, k] -> R[i, j + 1, k] }");
    expect(the_one_of("B").temporal, "{ R[i, j, k] -> R[i + 1, j, k] }");
    expect(the_one_of("C").temporal, "{ R[i, j, k] -> R[i, j, k + 1]; S[i, j] -> R[i, j, 0] }");
}

TEST_F(ProximityTest, Figure2DifferentRowsShareNoLinesButAGroup)
{
    analyze_source(figure_2);
    const ProximityGroup &group = the_one_of("B");
    EXPECT_EQ(group.multiplicity(), 2U);
    expect(group.spatial, "{ S1[i, j] -> S1[i, j'] : j' = j + 1 and floor(j/8) = floor(j'/8) }");
    expect(group.temporal, "{ S1[i, j] -> S1[i + 1, j] }");
}

TEST_F(ProximityTest, Figure2OtherLoopVariablesAreOtherPatterns)
{
    analyze_source(figure_2);
    ASSERT_THAT(multiplicities("D"), ElementsAre(1U, 1U));
    expect(of("D")[0]->spatial,
           "{ S2[i, j, k] -> S2[i, j, k'] : k' = k + 1 and floor(k/8) = floor(k'/8) }");
    expect(of("D")[1]->spatial,
           "{ S2[i, j, k] -> S2[i, j', k] : j' = j + 1 and floor(j/8) = floor(j'/8) }");
}

TEST_F(ProximityTest, ConstantsInTheLastSubscriptShareLines)
{
    analyze_body("for (int i = 0; i < n; i++) y[i] = x[i] + x[i + 2] + x[m + i];");
    ASSERT_THAT(multiplicities("x"), ElementsAre(2U, 1U)) << "a parameter is no constant";
    expect(of("x")[0]->spatial, "{ S0[i] -> S0[i + 1] }");
    expect(of("x")[1]->spatial,
           "[m] -> { S0[i] -> S0[i'] : i' = i + 1 and floor((m + i)/8) = floor((m + i')/8) }");
}

TEST_F(ProximityTest, MultiplicityCountsAccesses)
{
    analyze_body("for (int i = 0; i < n; i++) for (int j = 0; j < n - 42; j++) "
                 "{ B[i][j] = A[i][j] + A[i][j + 42]; x[i] += B[j][i]; }");
    EXPECT_THAT(multiplicities("A"), ElementsAre(2U));
    EXPECT_THAT(multiplicities("x"), ElementsAre(2U)) << "a compound assignment reads and writes";
    EXPECT_THAT(multiplicities("B"), ElementsAre(1U, 1U));
}

TEST_F(ProximityTest, StridesBeyondALineShareNone)
{
    analyze_body("for (int i = 0; 9 * i < n; i++) x[9 * i] = y[i / 2];");
    expect(the_one_of("x").spatial, "{ }");
    expect(the_one_of("y").spatial,
           "{ S0[i] -> S0[i'] : i' = i + 1 and floor(i/16) = floor(i'/16) }");
}

TEST_F(ProximityTest, ScalarsHaveNoLines)
{
    analyze_source("double f(int n, double x[restrict n]) {\ndouble s;\n#pragma scop\ns = 0;\n"
                   "for (int i = 0; i < n; i++) s += x[i];\n#pragma endscop\nreturn s;\n}\n");
    const ProximityGroup &group = the_one_of("s");
    EXPECT_EQ(group.multiplicity(), 3U);
    expect(group.spatial, "{ }");
    expect(group.temporal, "{ S0[] -> S1[0]; S1[i] -> S1[i + 1] }");
    EXPECT_EQ(rank("s", "{ S0[] -> []; S1[i] -> [] }"), 0U);
}

TEST_F(ProximityTest, MembersOfStructuresAreNearEachOther)
{
    analyze_source("struct s { double re, im, row[8]; };\n"
                   "void f(int n, struct s x[restrict n], double *restrict y) {\n#pragma scop\n"
                   "for (int i = 0; i < n; i++) x[i].re = 0;\n"
                   "for (int i = 0; i < n; i++) x[i].im = 1;\n"
                   "for (int i = 0; i < n; i++) y[i] = x[i].row[3];\n#pragma endscop\n}\n");
    ASSERT_THAT(multiplicities("x_re"), ElementsAre(2U)) << program->arrays[0].name;
    expect(of("x_re")[0]->temporal, "{ S0[i] -> S1[i] }");
    EXPECT_THAT(multiplicities("x_row"), ElementsAre(1U)) << "those of several elements are apart";
}

TEST_F(ProximityTest, PairsOfOneStatementAtVaryingDistancesAreLeftOut)
{
    analyze_body("for (int i = 0; i < n; i++) A[i][0] = A[0][i] + y[n - 1 - i];");
    for (const ProximityGroup *group : of("A"))
        expect(group->temporal, "{ }");
    analyze_body("for (int i = 0; i < n; i++) x[i] = 0; "
                 "for (int i = 0; i < n; i++) y[i] = x[n - 1 - i];");
    ASSERT_THAT(of("x"), SizeIs(2));
    expect(of("x")[1]->temporal, "[n] -> { S0[i] -> S1[n - 1 - i] }");
}

TEST_F(ProximityTest, RankIsTheNumberOfOpenSubscripts)
{
    analyze_source(figure_1);
    const char *const nothing = "{ S[i, j] -> []; R[i, j, k] -> [] }";
    const char *const rows = "{ S[i, j] -> [i]; R[i, j, k] -> [i] }";
    for (const char *array : {"A", "B", "C"})
        EXPECT_EQ(rank(array, nothing), 2U) << array;
    EXPECT_EQ(rank("A", rows), 1U);
    EXPECT_EQ(rank("B", rows), 2U);
    EXPECT_EQ(rank("C", rows), 1U);
    EXPECT_EQ(rank("A", "{ R[i, j, k] -> [i, k] }"), 0U);
    EXPECT_EQ(rank("B", "{ R[i, j, k] -> [i, k] }"), 1U);
    EXPECT_EQ(rank("A", "{ R[i, j, k] -> [i + k] }"), 1U) << "one of two, whichever";
    EXPECT_EQ(rank("A", "{ R[i, j, k] -> [floor(i/32)] }"), 2U) << "a tile fixes no row";
    EXPECT_EQ(rank("C", "{ S[i, j] -> [0]; R[i, j, k] -> [i] }"), 2U) << "where it is open in S";
}

TEST_F(ProximityTest, StridesFixNoSubscript)
{
    analyze_body("for (int i = 0; 2 * i < n; i++) x[2 * i] = 0;");
    EXPECT_EQ(rank("x", "{ S0[i] -> [] }"), 1U);
    EXPECT_EQ(rank("x", "{ S0[i] -> [i] }"), 0U);
}

class ProximityOfKernels : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(ProximityOfKernels, EachReferenceIsInOneGroup)
{
    presburger::Context context;
    frontend::Extraction extraction = frontend::extract(GetParam(), {}, context);
    ASSERT_THAT(extraction.regions, Not(IsEmpty()));
    for (const frontend::Region &region : extraction.regions) {
        std::vector<AccessPosition> found, expected;
        isl::union_map spatial = isl::union_map::empty(context.get());
        for (const ProximityGroup &group :
             proximity_groups(region.program, schedule::original_schedule(region.program), 16)) {
            found.insert(found.end(), group.references.begin(), group.references.end());
            spatial = spatial.unite(group.spatial);
        }
        for (std::size_t s = 0; s < region.program.statements.size(); ++s)
            for (std::size_t k = 0; k < region.program.statements[s].accesses.size(); ++k)
                if (region.program.statements[s].accesses[k].kind != program::AccessKind::kill)
                    expected.push_back({s, k});
        EXPECT_THAT(found, testing::UnorderedElementsAreArray(expected));
        EXPECT_FALSE(spatial.is_empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, ProximityOfKernels,
                         testing::ValuesIn(test::files(ESPALIER_KERNELS, ".c")),
                         [](const auto &kernel) { return test::test_name(kernel.param); });

} // namespace
} // namespace espalier::dependence
