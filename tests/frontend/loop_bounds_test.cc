// Products in the bounds of loops.

#include "tests/support/memory_extraction.h"
#include "tests/support/programs.h"

#include <algorithm>

namespace espalier::frontend {
namespace {

using test::MemoryExtraction;

class LoopBounds : public MemoryExtraction {
protected:
    /// What the symbolic constants of the one region are read from.
    std::vector<std::string> readings(const std::string &function)
    {
        std::vector<std::string> result;
        for (const program::Parameter &constant : extract(function).parameters)
            if (constant.reading)
                result.push_back(constant.reading->value);
        return result;
    }
};

using testing::ElementsAre;

TEST_F(LoopBounds, ProductsOfSizesAreConstants)
{
    const program::Program program = extract("void f(int n, int m, double *x) {\n"
                                             "    for (int i = 0; i < n * m; i++) x[i] = 0;\n}\n");
    expect_read_when(program, "n * m", "{ : }");
    expect_written(program, 0, "[n_m] -> { S0[i] -> x[i] : 0 <= i < n_m }");
}

TEST_F(LoopBounds, FactorsMayBeSumsProductsAndInMemory)
{
    EXPECT_THAT(readings("void f(int n, int m, double *x) {\n"
                         "    for (int i = (n - 1) * m; i < (2 * n + 3) * m * n; i++) x[i] = 0;\n"
                         "}\n"),
                ElementsAre("(n - 1) * m", "(2 * n + 3) * m", "n_3_m * n"));
    EXPECT_THAT(readings("struct s { int rows, columns; };\n"
                         "void f(struct s *p, double *x) {\n"
                         "    for (int i = 0; i < p->rows * p->columns; i++) x[i] = 0;\n}\n"),
                ElementsAre("p->rows", "p->columns", "p_rows * p_columns"));
}

TEST_F(LoopBounds, TheOrderOfFactorsDoesNotMatter)
{
    EXPECT_THAT(readings("void f(int n, int m, double *x) {\n"
                         "    for (int i = 0; i < n * m; i++)\n"
                         "        for (int j = 0; j < m * n; j++) x[i] += j;\n}\n"),
                ElementsAre("n * m"));
}

TEST_F(LoopBounds, WideProductsAreComputedInTheirType)
{
    EXPECT_THAT(readings("void f(int n, long m, double *x) {\n"
                         "    for (long i = 0; i < n * m; i++) x[i] = 0;\n}\n"),
                ElementsAre("(long)n * m"));
}

TEST_F(LoopBounds, ProductsAreComputedWhereTheLoopIsReached)
{
    const program::Program program =
        extract("void f(int n, int m, double *x) {\n"
                "    if (n < 100 && m < 100)\n"
                "        for (int i = 0; i < n * m; i++) x[i] = 0;\n}\n");
    expect_read_when(program, "n * m", "[n, m] -> { : n < 100 and m < 100 }");
}

TEST_F(LoopBounds, ProductsThatChangeAreNone)
{
    const Extraction all = test::extract("void f(int n, int m, double *x) {\n"
                                         "    for (int k = 0; k < n; k++)\n"
                                         "        for (int i = 0; i < k * m; i++) x[i] += k;\n}\n",
                                         context);
    ASSERT_EQ(all.regions.size(), 1U); // with a loop that is not modelled
    EXPECT_TRUE(std::ranges::none_of(all.regions.front().program.parameters, is_read));
}

TEST_F(LoopBounds, LoopsOverAllElementsAreBesideThoseOverRows)
{
    for (const std::string bound : {"n * m", "size", "size / 2"}) {
        const Extraction all =
            test::extract("void f(int n, int m, double *restrict x, double *restrict y) {\n"
                          "    int size = n * m;\n"
                          "    for (int i = 0; i < " +
                              bound +
                              "; i++) x[i] = 0;\n"
                              "    for (int i = 0; i < n; i++)\n"
                              "        for (int j = 0; j < m; j++) x[i * m + j] += y[j];\n}\n",
                          context);
        EXPECT_EQ(all.regions.size(), 2U) << bound;
    }
}

TEST_F(LoopBounds, ProductsThatNothingTakesApartAreRows)
{
    const program::Program channels =
        extract("void f(int n, int h, int w, float *x) {\n"
                "    for (int c = 0; c < n; c++)\n"
                "        for (int i = 0; i < h * w; i++) x[c * h * w + i] = 0;\n}\n");
    expect_written(channels, 0,
                   "[n, h_w] -> { S0[c, i] -> x[c, i] : 0 <= c < n and 0 <= i < h_w }");
    const program::Program both =
        extract("void f(int n, int h, int w, float *x) {\n"
                "    int size = h * w;\n"
                "    for (int c = 0; c < n; c++)\n"
                "        for (int i = 0; i < size; i++) x[c * size + c * h * w + i] = 0;\n}\n");
    expect_written(both, 0, "[n, size] -> { S0[c, i] -> x[c, i] : 0 <= c < n and 0 <= i < size }");
    const auto x = std::ranges::find(both.arrays, "x", &program::Array::name);
    ASSERT_NE(x, both.arrays.end());
    const isl::pw_aff length(context.get(), "[size] -> { [] -> [(2 * size)] }");
    EXPECT_TRUE(x->extents.at(1)->ne_set(length).is_empty());
    const program::Program planes =
        extract("void f(int n, int m, float *x) {\n"
                "    for (int i = 0; i < n * m; i++) x[i + 2 * n * m] = 0;\n}\n");
    expect_written(planes, 0, "[n_m] -> { S0[i] -> x[1, i] : 0 <= i < n_m }");
}

} // namespace
} // namespace espalier::frontend
