#include "espalier/tuning/store.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace espalier::tuning {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Experiment experiment = {"a.c", "int a;", "a.lua", "choose{1}", "cc", "run", ""};
const std::string point = R"([{"name":"t","alternative":"8","position":0,"alternatives":2}])";

class StoreTest : public testing::Test {
protected:
    /// What a store says that cannot be opened, and of which kind that is.
    std::string failure(DiagnosticKind kind)
    {
        try {
            Store(file, experiment).records();
        } catch (const Error &error) {
            EXPECT_EQ(error.diagnostic().kind, kind);
            EXPECT_EQ(error.diagnostic().place.file, file);
            return error.what();
        }
        return "no failure";
    }

    test::TemporaryFolder folder;
    std::string file = folder.path() / "tune.db";
};

TEST_F(StoreTest, KeepsWhatWasPut)
{
    Record original{"original", Status::measured,        {0.125, 0.1}, "code",
                    "",         std::string("4\0\n2", 4)};
    Record illegal{point, Status::illegal, {}, "", "line 3: `tile` breaks a dependence"};
    {
        Store store(file, experiment);
        EXPECT_THAT(store.records(), IsEmpty());
        store.put(original);
        store.put(illegal);
    }
    EXPECT_THAT(Store(file, experiment).records(), ElementsAre(original, illegal));
}

TEST_F(StoreTest, ReplacesTheRecordOfAPoint)
{
    Store store(file, experiment);
    store.put({point, Status::failed, {}, "", "it does not run"});
    Record measured{point, Status::measured, {1}, "code"};
    store.put(measured);
    EXPECT_THAT(store.records(), ElementsAre(measured));
}

/// As if the process had been killed: nothing is closed.
TEST_F(StoreTest, EachRecordIsThereAtOnce)
{
    Store store(file, experiment);
    store.put({point, Status::failed});
    EXPECT_EQ(Store(file, experiment).records().size(), 1U);
}

TEST_F(StoreTest, ExperimentsThatDifferAreStrangers)
{
    Store(file, experiment).put({point, Status::failed});
    auto changed = [&](std::string Experiment::*part) {
        Experiment other = experiment;
        other.*part += " ";
        return Store(file, other).records().size();
    };
    EXPECT_EQ(changed(&Experiment::input), 0U);
    EXPECT_EQ(changed(&Experiment::script), 0U);
    EXPECT_EQ(changed(&Experiment::compile), 0U);
    EXPECT_EQ(changed(&Experiment::run), 0U);
    EXPECT_EQ(changed(&Experiment::options), 0U);
    EXPECT_EQ(changed(&Experiment::input_name), 1U);
}

TEST_F(StoreTest, LeavesNoEmptyFile)
{
    Store(file, experiment);
    EXPECT_FALSE(fs::exists(file));
    Store(file, experiment).put({point, Status::failed});
    Store(file, experiment);
    EXPECT_TRUE(fs::exists(file));
}

TEST_F(StoreTest, RefusesAFileThatIsNoDatabase)
{
    std::string bytes(5000, 'x');
    write_file(file, bytes);
    EXPECT_THAT(failure(DiagnosticKind::unreadable_file), HasSubstr("file is not a database"));
    EXPECT_EQ(read_file(file), bytes);
}

TEST_F(StoreTest, RefusesTheDatabaseOfAnotherProgram)
{
    sqlite3 *database = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    sqlite3_exec(database, "CREATE TABLE points (x)", nullptr, nullptr, nullptr);
    sqlite3_close(database);
    EXPECT_THAT(failure(DiagnosticKind::unreadable_file), HasSubstr("another program has made it"));
}

TEST_F(StoreTest, RefusesAnotherVersion)
{
    Store(file, experiment).put({point, Status::failed});
    Database(file).query("PRAGMA user_version = 2");
    EXPECT_THAT(failure(DiagnosticKind::unreadable_file), HasSubstr("it has version 2"));
}

TEST_F(StoreTest, RefusesDamagedRows)
{
    for (const char *damage : {"status = 'good'", "seconds = '[1, '", "point = '[1]'",
                               "status = 'measured', seconds = '[]'"}) {
        Store(file, experiment).put({point, Status::failed});
        Database(file).query(std::string("UPDATE points SET ") + damage);
        EXPECT_THAT(failure(DiagnosticKind::unreadable_file), HasSubstr("is damaged")) << damage;
        fs::remove(file);
    }
}

TEST_F(StoreTest, SaysThatItCannotWrite)
{
    file = folder.path() / "no" / "such" / "tune.db";
    EXPECT_THAT(failure(DiagnosticKind::unwritable_output), HasSubstr("cannot write"));
}

TEST(FingerprintTest, TellsTextsApart)
{
    EXPECT_EQ(fingerprint(""), "cbf29ce484222325");
    EXPECT_NE(fingerprint("for (i)"), fingerprint("for (j)"));
}

} // namespace
} // namespace espalier::tuning
