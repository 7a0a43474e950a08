// What the front end makes of C++: containers as arrays, references, `this`, and what it refuses.

#include "espalier/base/file.h"
#include "espalier/frontend/frontend.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::frontend {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const char *const library = "#include <algorithm>\n#include <array>\n#include <vector>\n";

class Cxx : public testing::Test {
protected:
    Extraction extract(const std::string &text)
    {
        const test::TemporaryFolder folder;
        const std::string file = folder.path() / "a.cc";
        write_file(file, library + text);
        return frontend::extract(file, Options(), context);
    }

    /// The only region of a file.
    program::Program program_of(const std::string &text)
    {
        Extraction found = extract(text);
        EXPECT_THAT(found.regions, SizeIs(1));
        return found.regions.at(0).program;
    }

    std::vector<std::string> names_of_arrays(const program::Program &program)
    {
        std::vector<std::string> result;
        for (const program::Array &array : program.arrays)
            result.push_back(array.name);
        std::ranges::sort(result);
        return result;
    }

    presburger::Context context;
};

TEST_F(Cxx, VectorsThatAreObjectsDoNotOverlap)
{
    const program::Program program =
        program_of("double f(int n) { std::vector<double> x(n), y(n);\n"
                   "for (int i = 0; i < n; i++) y[i] = x[i]; return y[0]; }");
    EXPECT_THAT(names_of_arrays(program), testing::ElementsAre("x", "y"));
    EXPECT_THAT(program.may_overlap, IsEmpty());
}

TEST_F(Cxx, VectorsBehindReferencesMayOverlap)
{
    const program::Program program =
        program_of("void f(int n, std::vector<double> &x, std::vector<double> &y) {\n"
                   "for (int i = 0; i < n; i++) y[i] = x[i]; }");
    EXPECT_THAT(program.may_overlap, SizeIs(1));
}

TEST_F(Cxx, VectorsAndPointersMayOverlap)
{
    const program::Program program =
        program_of("void f(int n, std::vector<double> x, double *y) {\n"
                   "for (int i = 0; i < n; i++) y[i] = x[i]; }");
    EXPECT_THAT(program.may_overlap, SizeIs(1));
}

TEST_F(Cxx, SizesAreSymbolicConstantsThatNoElementIs)
{
    const program::Program program =
        program_of("void f(std::vector<std::size_t> &x) {\n"
                   "for (std::size_t i = 0; i < x.size(); i++) x[i] = 0; }");
    ASSERT_THAT(program.parameters, SizeIs(1));
    ASSERT_TRUE(program.parameters[0].reading);
    EXPECT_EQ(program.parameters[0].reading->value, "x.size()");
    EXPECT_THAT(program.may_change, IsEmpty());
}

TEST_F(Cxx, BoundsBehindReferencesMayChange)
{
    const program::Program program = program_of("void f(const int &n, int *x) {\n"
                                                "for (int i = 0; i < n; i++) x[i] = 0; }");
    EXPECT_THAT(program.may_change, SizeIs(1));
}

TEST_F(Cxx, ArraysHaveTheirDimensions)
{
    const program::Program program =
        program_of("void f(std::array<std::array<float, 5>, 4> &x) {\n"
                   "for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) x[i][j] = 0; }");
    ASSERT_THAT(program.arrays, SizeIs(1));
    EXPECT_THAT(program.arrays[0].extents, SizeIs(2));
    EXPECT_EQ(program.arrays[0].element_type, "float");
}

TEST_F(Cxx, MembersAreReachedThroughThis)
{
    const program::Program program = program_of("struct S { int n; double a[9], *b; void f() {\n"
                                                "for (int i = 0; i < n; i++) b[i] = a[i]; } };");
    ASSERT_THAT(program.parameters, SizeIs(1));
    EXPECT_EQ(program.parameters[0].reading->value, "this->n");
    EXPECT_THAT(program.arrays, SizeIs(2));
}

TEST_F(Cxx, MinimaBoundLoops)
{
    const program::Program program =
        program_of("void f(int n, int m, double *x) {\n"
                   "for (int i = 0; i < std::min(n, m); i++) x[i] = 0; }");
    EXPECT_TRUE(program.statements.at(0).domain.is_equal(
        isl::set(context.get(), "[n, m] -> { S0[i] : 0 <= i < n and i < m }")));
}

struct Refused {
    const char *name, *text;
    DiagnosticKind kind;
};

class CxxRefusals : public Cxx, public testing::WithParamInterface<Refused> {};

TEST_P(CxxRefusals, HaveAReason)
{
    const Extraction found = extract(GetParam().text);
    EXPECT_THAT(found.regions, IsEmpty());
    ASSERT_THAT(found.loops, SizeIs(1));
    const auto reason = std::ranges::find_if(found.refusals, [&](const Refusal &refusal) {
        return refusal.begin <= found.loops[0].begin && found.loops[0].end <= refusal.end &&
               refusal.reason.kind == GetParam().kind;
    });
    EXPECT_NE(reason, found.refusals.end());
}

using enum DiagnosticKind;
constexpr Refused refused[] = {
    {"BoundVariables",
     "void g(int &); void f(double *x) { int i; g(i); for (i = 0; i < 9; i++) x[i] = 0; }",
     unmodelled_loop},
    {"CapturedVariables",
     "void f(double *x) { int i; auto g = [&] { i++; }; for (i = 0; i < 9; i++) x[i] = 0; g(); }",
     unmodelled_loop},
    {"References", "void f(int &i, double *x) { for (i = 0; i < 9; i++) x[i] = 0; }",
     unmodelled_loop},
    {"Templates", "template <class T> void f(T *x) { for (int i = 0; i < 9; i++) x[i] = 0; }",
     unmodelled_statement},
    {"MembersOfTemplates",
     "template <class T> struct S { void f(T *x) { for (int i = 0; i < 9; i++) x[i] = 0; } };",
     unmodelled_statement},
    {"Constructors", "struct S { S(int *x) { for (int i = 0; i < 9; i++) x[i] = 0; } };",
     unmodelled_statement},
    {"TryBlocks", "void f(int *x) try { for (int i = 0; i < 9; i++) x[i] = 0; } catch (...) { }",
     unmodelled_statement},
    {"FunctionsThatThrow",
     "int g(int i) { if (i) throw 1; return i; }\n"
     "void f(int *x) { for (int i = 0; i < 9; i++) x[i] = g(i); }",
     unmodelled_call},
    {"ChangedVectors",
     "void f(std::vector<int> &x) { for (int i = 0; i < 9; i++) x.push_back(i); }",
     unmodelled_call},
};

INSTANTIATE_TEST_SUITE_P(All, CxxRefusals, testing::ValuesIn(refused),
                         [](const auto &one) { return one.param.name; });

} // namespace
} // namespace espalier::frontend
