// Figures 5 to 13 of Girbal et al. (2006): three loops, the middle one of which is shorter, become
// one. The iterations that the others have more are peeled by AST generation, after the fact.

#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/dependence/violations.h"
#include "espalier/lowering/loops.h"
#include "espalier/lowering/target_code.h"
#include "espalier/schedule/original.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/programs.h"
#include "tests/support/scops.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

class ThreeLoops : public testing::Test {
protected:
    /// \param a, c  right sides of the first and third statement
    MatrixView program(const char *a, const char *c) const
    {
        return original_view(test::extract_program(
            fmt::format("void kernel(double A[restrict 100], double B[restrict 101],\n"
                        "            double C[restrict 100], double X[restrict 100])\n"
                        "{{\n"
                        "#pragma scop\n"
                        "    B[0] = 0;\n"
                        "    for (int i = 0; i < 100; i++)\n"
                        "SA:     A[i] = {};\n"
                        "    for (int i = 0; i < 99; i++)\n"
                        "SB:     B[i + 1] = 2 * A[i];\n"
                        "    for (int i = 0; i < 100; i++)\n"
                        "SC:     C[i] = {};\n"
                        "#pragma endscop\n"
                        "}}\n",
                        a, c),
            context));
    }
    MatrixView original() const { return program("X[i]", "B[i] + 1"); }    // figure 5
    MatrixView advanced() const { return program("A[1]", "A[i] + B[i]"); } // figure 11

    static MatrixView fused(const MatrixView &view) { return fusion(fusion(view, {}, 1), {}, 1); }

    static std::vector<dependence::Violation> violations_of(const MatrixView &view)
    {
        const program::Program &program = view.program;
        return dependence::violations(
            program, dependence::analyze(program, schedule::original_schedule(program)),
            schedule_tree(view));
    }

    /// Code in which no iteration of a loop has a condition.
    static std::string code(MatrixView view)
    {
        view = with_option(std::move(view), {1}, schedule::LoopOption::separate);
        schedule::Tree tree = schedule_tree(view);
        ast::Request request{view.program.context};
        for (const program::Statement &statement : view.program.statements)
            request.expressions[statement.name()] = lowering::requested_expressions(statement);
        ast::NodePtr code = ast::generate(tree, request);
        EXPECT_TRUE(ast::check_exactly(code, ast::expectation(tree, request.context)).is_right());
        targets::CPrinter printer(view.program, lowering::Names());
        return "\n" + printer.print(lowering::target_code(view.program, code, lowering::Names()),
                                    "", "    ");
    }

    presburger::Context context;
};

TEST_F(ThreeLoops, FuseAlthoughOneIsShorter)
{
    MatrixView view = fused(original());
    EXPECT_EQ(test::beta_vectors(view), "S0[0] SA[1, 0] SB[1, 1] SC[1, 2]");
    EXPECT_EQ(violations_of(view).size(), 0U);
}

TEST_F(ThreeLoops, GetPeeledIterationsInTheCode)
{
    EXPECT_EQ(code(fused(original())), R"(
B[0] = 0;
for (long c0 = 0; c0 <= 98; c0++) {
    A[c0] = X[c0];
    B[c0 + 1] = 2 * A[c0];
    C[c0] = B[c0] + 1;
}
A[99] = X[99];
C[99] = B[99] + 1;
)"); // figure 7
}

TEST_F(ThreeLoops, FuseInAnyOrder)
{
    MatrixView last_first = fusion(fusion(original(), {}, 2), {}, 1);
    EXPECT_TRUE(test::is_same_order(last_first, fused(original())));
}

TEST_F(ThreeLoops, FuseInTheAdvancedExample)
{
    MatrixView view = fused(advanced());
    EXPECT_EQ(test::beta_vectors(view), "S0[0] SA[1, 0] SB[1, 1] SC[1, 2]");
    EXPECT_EQ(violations_of(view).size(), 0U);
    EXPECT_EQ(code(view), R"(
B[0] = 0;
for (long c0 = 0; c0 <= 98; c0++) {
    A[c0] = A[1];
    B[c0 + 1] = 2 * A[c0];
    C[c0] = A[c0] + B[c0];
}
A[99] = A[1];
C[99] = A[99] + B[99];
)"); // figure 12
}

TEST_F(ThreeLoops, DeadIterationsAreCutOutBeforeOrAfter)
{
    // Figure 6: A[99] is not used, if A is of no use outside.
    MatrixView before = fused(cut_domain(original(), {1}, "i < 99"));
    MatrixView after = cut_domain(fused(original()), {1, 0}, "i < 99");
    EXPECT_TRUE(test::is_same_order(before, after));
    EXPECT_EQ(code(after), R"(
B[0] = 0;
for (long c0 = 0; c0 <= 98; c0++) {
    A[c0] = X[c0];
    B[c0 + 1] = 2 * A[c0];
    C[c0] = B[c0] + 1;
}
C[99] = B[99] + 1;
)");
}

TEST_F(ThreeLoops, PeelingFirstDoesNotPreventFusion)
{
    // Figures 8 and 13: what other compilers do stops them.
    MatrixView peeled = peel(advanced(), {1}, "99");
    ASSERT_EQ(test::beta_vectors(peeled), "S0[0] SA_1[1, 0] SA_2[2, 0] SB[3, 0] SC[4, 0]");
    MatrixView all = fusion(fusion(fusion(peeled, {}, 1), {}, 1), {}, 1);
    EXPECT_EQ(violations_of(all).size(), 0U);
    EXPECT_EQ(code(all), code(fused(advanced())));
}

} // namespace
} // namespace espalier::transform
