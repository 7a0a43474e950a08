#include "espalier/base/file.h"

#include "espalier/base/error.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace espalier {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
protected:
    void SetUp() override
    {
        std::string pattern = fs::temp_directory_path() / "espalier-file-test-XXXXXX";
        folder = ::mkdtemp(pattern.data());
    }
    void TearDown() override { fs::remove_all(folder); }

    DiagnosticKind kind_of_failure(const std::function<void()> &work)
    {
        try {
            work();
        } catch (const Error &error) {
            return error.diagnostic().kind;
        }
        return DiagnosticKind::internal_error;
    }

    fs::path folder;
};

TEST_F(FileTest, ReadsWhatItWrote)
{
    std::string bytes("a\r\n\0b\n", 6);
    write_file(folder / "file", bytes);
    EXPECT_EQ(read_file(folder / "file"), bytes);
}

TEST_F(FileTest, RefusesWhatCannotBeRead)
{
    EXPECT_EQ(kind_of_failure([&] { read_file(folder / "missing"); }),
              DiagnosticKind::unreadable_file);
    EXPECT_EQ(kind_of_failure([&] { read_file(folder); }), DiagnosticKind::unreadable_file);
}

TEST_F(FileTest, RefusesWhatCannotBeWritten)
{
    EXPECT_EQ(kind_of_failure([&] { write_file(folder / "missing" / "file", "x"); }),
              DiagnosticKind::unwritable_output);
    EXPECT_EQ(kind_of_failure([&] { write_file(folder, "x"); }), DiagnosticKind::unwritable_output);
}

TEST_F(FileTest, LeavesNothingElseBehind)
{
    write_file(folder / "file", "one");
    write_file(folder / "file", "two");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
    EXPECT_EQ(read_file(folder / "file"), "two");
}

TEST_F(FileTest, KeepsPermissionsAndLinks)
{
    write_file(folder / "file", "one");
    fs::permissions(folder / "file", fs::perms::owner_all);
    fs::create_symlink(folder / "file", folder / "link");
    write_file(folder / "link", "two");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_file(folder / "file"), "two");
    EXPECT_EQ(fs::status(folder / "file").permissions(), fs::perms::owner_all);
}

} // namespace
} // namespace espalier
