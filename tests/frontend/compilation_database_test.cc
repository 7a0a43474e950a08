// Lists of compile commands: files, folders, and the options that decide what a text means.

#include "espalier/frontend/compilation_database.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CompilationDatabase, KeepsWhatDecidesTheText)
{
    EXPECT_THAT(
        arguments_for_text({"gcc", "-Iinc", "-I", "more", "-DN=4", "-D", "M", "-std=c99",
                            "-include", "first.h", "-isystem", "sys", "-O2", "-march=native"}),
        ElementsAre("-Iinc", "-I", "more", "-DN=4", "-D", "M", "-std=c99", "-include", "first.h",
                    "-isystem", "sys", "-O2", "-march=native"));
}

TEST(CompilationDatabase, DropsTheRest)
{
    EXPECT_THAT(arguments_for_text({"-DX", "-Wall", "-Werror", "-c", "-o", "a.o", "-MD", "-MF",
                                    "a.d", "-fopenmp", "-fno-tree-vectorize", "a.c", "-I"}),
                IsEmpty());
}

TEST(CompilationDatabase, ResolvesNamesAndSorts)
{
    const test::TemporaryFolder folder;
    const std::string file = folder.path() / "compile_commands.json";
    write_file(file, R"([
        {"directory": "/b/build", "file": "../z.c", "command": "gcc -I../inc -c ../z.c"},
        {"directory": "/b/build", "file": "/b/a.c", "arguments": ["gcc", "-DFIRST", "/b/a.c"]},
        {"directory": "/b/build", "file": "/b/a.c", "arguments": ["gcc", "-DSECOND", "/b/a.c"]}])");
    for (const std::string &build : {std::string(folder.path()), file}) {
        const std::vector<CompiledFile> files = compiled_files(build);
        ASSERT_EQ(files.size(), 2U);
        EXPECT_EQ(files[0].name, "/b/a.c");
        EXPECT_THAT(files[0].arguments, ElementsAre("-DFIRST"));
        EXPECT_EQ(files[1].name, "/b/z.c");
        EXPECT_EQ(files[1].directory, "/b/build");
        EXPECT_THAT(files[1].arguments, ElementsAre("-I../inc"));
    }
}

TEST(CompilationDatabase, NamesWhatIsWrongWithTheList)
{
    const test::TemporaryFolder folder;
    EXPECT_THROW(compiled_files(folder.path()), Error);
    write_file(folder.path() / "compile_commands.json", "[{");
    EXPECT_THROW(compiled_files(folder.path()), Error);
}

} // namespace
} // namespace espalier::frontend
