// Where functions begin, with the comments and directives right above them.

#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::frontend {
namespace {

struct File {
    const char *name;
    const char *text; ///< ahead of the function, which begins where `@` is
};

class FunctionBegins : public testing::TestWithParam<File> {};

TEST_P(FunctionBegins, WithItsComments)
{
    presburger::Context context;
    std::string text = GetParam().text;
    const std::size_t begin = text.find('@');
    text.erase(begin, 1);
    const Extraction found = test::extract(
        text + "void f(int n, double *x) { for (int i = 0; i < n; i++) x[i] = i; }", context);
    ASSERT_EQ(found.regions.size(), 1U);
    EXPECT_EQ(found.regions.front().function_begin, begin);
}

constexpr File files[] = {
    {"Alone", "int x;\n@"},
    {"BelowALine", "int x;\n@// One.\n// Two.\n"},
    {"BelowABlock", "int x;\n  @/* One,\n\n   two. */\n"},
    {"BelowLinesInABlock", "int x;\n@/* One,\n // two,\n#pragma omp three\n */\n"},
    {"BelowABlockThatSeemsToBeginTwice", "int x;\n@/* one\n/* two\n*/\n"},
    {"BelowOtherCode", "/* a */ int x; /* b */\n@"},
    {"BelowCodeBehindAComment", "int x;\n/* a\n b */ int y;\n@"},
    {"BelowAnEmptyLine", "int x;\n// Of x.\n\n@// Of f.\n"},
    {"BesideAComment", "int x;\n@/* doc */ "},
    {"BelowTheFirstComment", "// Of the file.\n@"},
    {"BelowAMacroThatGoesOn", "#define X 1 \\\n// y\n@"},
    {"BelowOpenMP", "int x;\n@// One.\n#pragma omp declare simd \\\n  uniform(n)\n"},
    {"BelowSpacedOpenMP", "int x;\n@# pragma omp declare simd // Two.\n"},
    {"BelowAPragmaInBrackets", "int x;\n@_Pragma(\"omp declare simd\")\n"},
    {"BelowAttributes", "int x;\n@// One.\n[[deprecated(\"x\")]]\n"},
    {"BesideAttributes", "int x;\n@[[deprecated]] static "},
    {"BesideOlderAttributes", "int x;\n@__attribute__((unused)) static "},
    {"BelowOtherDirectives", "int x;\n#if 1\n#endif\n@"},
    {"BelowAText", "const char *x = \"// no\"\n\"/*\";\n@"},
};

INSTANTIATE_TEST_SUITE_P(Files, FunctionBegins, testing::ValuesIn(files),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace espalier::frontend
