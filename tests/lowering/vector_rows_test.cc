// Functions for rows: their text, which loops they take the place of, and what the code does.

#include "espalier/lowering/vector_rows.h"

#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/transform/trees.h"
#include "tests/support/region_with_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

using schedule::LoopKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class VectorRows : public test::RegionWithKernels {
protected:
    /// A machine with vectors of four elements, so that rows of 37 and 1, which the tests run with,
    /// have vectors of all kinds.
    static machine::Machine machine()
    {
        machine::Machine result;
        result.vector = 32;
        return result;
    }

    /// The region, with all innermost loops in vector lanes.
    transform::MatrixView in_lanes(const std::string &body)
    {
        region_is("\n#pragma scop\n" + body + "\n#pragma endscop\n");
        transform::MatrixView result = view();
        for (transform::Statement &statement : result.statements)
            if (statement.depth() > 0)
                statement.rows.back().role =
                    schedule::loop_role({.kind = LoopKind::vector, .has_row_function = true});
        return result;
    }

    /// Has functions execute the rows of a region.
    void vectorize(const std::string &body)
    {
        transform::MatrixView view = in_lanes(body);
        KernelLibrary library{Names()};
        made = with_vector_rows({view.program, transform::schedule_tree(view)}, machine(), library);
    }

    void expect_left_alone(const std::string &body)
    {
        vectorize(body);
        EXPECT_THAT(made->definitions, testing::IsEmpty()) << body;
    }
};

TEST_F(VectorRows, OfOtherArrays)
{
    vectorize(R"(
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
S1:         D[i][j] = 0.25 * (C[i - 1][j] + C[i][j - 1] - 2 * C[i][j + 1] + C[i][j]) + x[i];
)");
    EXPECT_THAT(labels(), ElementsAre("row_S1"));
    ASSERT_EQ(made->definitions.size(), 3U);
    EXPECT_EQ(
        made->definitions[1],
        R"(static inline void espalier_kernel0(espalier_vector_doublex4 *to, long k, const double *a1, const double *a2, double x0)
{
    const espalier_vector_doublex4 v0 = *(const espalier_vector_doublex4 *)(a1 + k);
    const espalier_vector_doublex4 v1 = *(const espalier_vector_doublex4 *)(a2 + k - 1);
    const espalier_vector_doublex4 v2 = *(const espalier_vector_doublex4 *)(a2 + k + 1);
    const espalier_vector_doublex4 v3 = *(const espalier_vector_doublex4 *)(a2 + k);
    *to = 0.25 * (v0 + v1 - 2 * v2 + v3) + x0;
}
)");
    EXPECT_EQ(
        made->definitions[2],
        R"(static void espalier_kernel1(long first, long end, double *a0, const double *a1, const double *a2, double x0)
{
    if (end - first < 4) {
        for (long k = first; k < end; k++)
            a0[k] = 0.25 * (a1[k] + a2[k - 1] - 2 * a2[k + 1] + a2[k]) + x0;
        return;
    }
    espalier_vector_doublex4 head, tail;
    espalier_kernel0(&head, first, a1, a2, x0);
    espalier_kernel0(&tail, end - 4, a1, a2, x0);
    const long before = (long)(-(__UINTPTR_TYPE__)(a0 + first) / 8 % 4);
#pragma GCC unroll 4
    for (long k = first + before; k <= end - 4; k += 4)
        espalier_kernel0((espalier_vector_doublex4 *)(a0 + k), k, a1, a2, x0);
    *(espalier_vector_doublex4 *)(a0 + first) = head;
    *(espalier_vector_doublex4 *)(a0 + end - 4) = tail;
}
)");
    EXPECT_THAT(
        expect_same_results(),
        HasSubstr(
            "espalier_kernel1(1, ((long)n - 1), &D[c0][0], &C[c0 - 1][0], &C[c0][0], x[c0])"));
}

TEST_F(VectorRows, UpdatedInPlace)
{
    vectorize(R"(
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
S1:         C[i][j] -= 0.5 * D[i][j] * y[i];
        for (int j = 0; j < n; j++)
S2:         y[j] *= C[i][j] / (1.0 + z[i]);
        for (int j = 0; j < n; j++)
S3:         D[i][j] = -(D[i][j] - y[j]);
    }
)");
    EXPECT_THAT(labels(), ElementsAre("row_S1", "row_S2", "row_S3"));
    std::string text = expect_same_results();
    EXPECT_THAT(text, HasSubstr("*to = v1 - 0.5 * v0 * x0;"));
    EXPECT_THAT(text, HasSubstr("*to = v1 * (v0 / (1.0 + x0));"));
}

TEST_F(VectorRows, OfAllLengths)
{
    vectorize(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
S1:         C[i][j] = D[i][j] + E[i][j];
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
S2:         D[i][j - i] += 2 * E[i][j];
)");
    EXPECT_THAT(labels(), ElementsAre("row_S1", "S2"));
    expect_same_results();
    vectorize(R"(
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
S2:         D[i][j - i] += 2 * E[n - 1 - i][j - i];
)");
    EXPECT_THAT(expect_same_results(), HasSubstr("(0, (n - c0), &D[c0][0], &E[n - c0 - 1][0])"));
}

TEST_F(VectorRows, OfStatementsThatFillThem)
{
    expect_left_alone("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) C[i][j] = x[i];");
    expect_left_alone("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) C[i][j] = 0.0;");
}

TEST_F(VectorRows, NotOfWhatVectorsCannotDo)
{
    auto in_two_loops = [](const std::string &statement) {
        return "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) " + statement;
    };
    for (const char *statement :
         {"C[i][j] = D[j][i];", "C[j][i] = D[i][j];", "x[i] += D[i][j];",
          "C[i][j] = D[i][j] < 0.0 ? -D[i][j] : D[i][j];", "C[i][j] = D[i][j] + j;",
          "C[i][j] = D[i][j] * n;", "C[i][j] = (float)D[i][j];", "C[i][j] = D[i][j] * 1.5f;",
          "C[i][j] = D[i][j] * 12345678;", "C[i][j] = 1 / 2 * D[i][j];",
          "C[i][n - 1 - j] = D[i][j];", "if (j % 3 != 1) C[i][j] = D[i][j];",
          "{ C[i][j] = D[i][j]; E[i][j] = D[i][j]; }"})
        expect_left_alone(in_two_loops(statement));
    expect_left_alone("for (int i = 0; i < n; i++) for (int j = 0; 2 * j < n; j++) "
                      "C[i][2 * j] = D[i][j];");
    expect_left_alone("for (int i = 0; i < 7; i++) for (int j = 0; j < 7; j++) "
                      "C[i][j] = n == 37 ? D[i][j] : D[i][j];");
}

TEST_F(VectorRows, NotWhereTheyAreShort)
{
    expect_left_alone("if (n >= 7) for (int i = 0; i < n; i++) for (int j = 0; j < 7; j++) "
                      "C[i][j] = 2.0 * D[i][j];");
    vectorize("if (n >= 8) for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) "
              "C[i][j] = 2.0 * D[i][j];");
    expect_same_results();
}

TEST_F(VectorRows, OtherRolesStayWithTheirLoops)
{
    transform::MatrixView view = in_lanes(R"(
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
S1:         C[i][j] += D[i][j];
        for (int j = 0; j < n; j++)
S2:         x[j] = D[j][i];
        for (int j = 0; j < n; j++)
S3:         y[j] = D[j][i] * C[i][j];
    }
)");
    view.statements[1].rows.back().role = nullptr;
    KernelLibrary library{Names()};
    made = with_vector_rows({view.program, transform::schedule_tree(view)}, machine(), library);
    EXPECT_THAT(labels(), ElementsAre("row_S1", "S2", "S3"));
    const std::vector<schedule::Loop> loops = schedule::loops_with_roles(made->tree);
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_EQ(loops[0].role()->kind, LoopKind::vector);
    EXPECT_TRUE(schedule::reaching_instances(loops[0].band)
                    .is_subset(view.statements[2].instances.to_union_set()));
    expect_same_results();
}

} // namespace
} // namespace espalier::lowering
