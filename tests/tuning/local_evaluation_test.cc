#include "espalier/tuning/local_evaluation.h"

#include "espalier/base/file.h"
#include "espalier/tuning/printed_time.h"
#include "espalier/tuning/process.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::tuning {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// The "C files" of these tests are scripts for the shell.
const std::string install = "cp {input} {output} && chmod +x {output}";

Measurement measure(const std::string &code, Commands commands)
{
    return LocalEvaluator(commands, "a file.c", {}).measure(code, std::nullopt);
}

Measurement measure(const std::string &code)
{
    return measure(code, {install, "{program}", Metric::output, 2});
}

TEST(LocalEvaluationTest, RunsTheProgramAsOftenAsItIsTold)
{
    Measurement found = measure("echo sum 3; echo time: 0.5 s");
    EXPECT_FALSE(found.has_failed) << found.message;
    EXPECT_THAT(found.seconds, ElementsAre(0.5, 0.5));
    EXPECT_THAT(found.outputs, ElementsAre("sum 3\n", "sum 3\n"));
}

TEST(LocalEvaluationTest, MeasuresByTheClock)
{
    Measurement found = measure("sleep 0.02", {install, "{program}", Metric::wall, 3});
    EXPECT_THAT(found.seconds, SizeIs(3));
    EXPECT_THAT(found.seconds, Each(testing::Ge(0.02)));
}

TEST(LocalEvaluationTest, PassesArgumentsAndOptions)
{
    test::TemporaryFolder folder;
    Commands commands = {install + " && echo {options} >> {output}", "{program} 7", Metric::wall,
                         1};
    LocalEvaluator evaluator(commands, folder.path() / "a.c", {"-DTEXT=a b"});
    std::string output = evaluator.measure("echo $1 ", std::nullopt).outputs.front();
    EXPECT_EQ(output, "7 -iquote " + folder.path().string() + " -DTEXT=a b\n");
}

TEST(LocalEvaluationTest, SaysWhatFails)
{
    Measurement found = measure("echo 1", {"echo 'a.c:1: error: no' >&2; false {input}{output}",
                                           "{program}", Metric::wall, 1});
    EXPECT_TRUE(found.has_failed);
    EXPECT_EQ(found.message, "it does not compile: exit status 1: a.c:1: error: no");
    EXPECT_THAT(measure("echo 1", {"true", "{program}"}).message, HasSubstr("does not make"));
    EXPECT_EQ(measure("echo usage >&2; exit 2").message, "it does not run: exit status 2: usage");
    EXPECT_THAT(measure("kill -SEGV $$").message, HasSubstr("it does not run: "));
    EXPECT_THAT(measure("echo done").message, HasSubstr("does not print how long it takes"));
}

TEST(LocalEvaluationTest, GivesUpWhatTakesTooLong)
{
    LocalEvaluator evaluator({install, "{program}", Metric::wall, 1}, "a.c", {});
    Measurement found = evaluator.measure("while :; do :; done", 0.01);
    EXPECT_TRUE(found.has_failed);
    EXPECT_THAT(found.message, HasSubstr("it does not run: "));
}

TEST(PrintedTimeTest, IsOnALineOfItsOwn)
{
    PrintedTime found = printed_time("n 3\ntime: 1.5 s of 2e1 s\nsum 4\ntime:\n", true);
    EXPECT_EQ(found.seconds, 20);
    EXPECT_EQ(found.rest, "n 3\nsum 4\n");
}

TEST(PrintedTimeTest, IsTheLastNumberOtherwise)
{
    PrintedTime found = printed_time("n 3\nkernel2: 0.25\nbye", true);
    EXPECT_EQ(found.seconds, 0.25);
    EXPECT_EQ(found.rest, "n 3\nbye");
    EXPECT_EQ(printed_time("n 3\n", false).seconds, std::nullopt);
    EXPECT_EQ(printed_time("n 3\n", false).rest, "n 3\n");
    EXPECT_EQ(printed_time("matrix4 inf nan\n", true).seconds, std::nullopt);
}

TEST(ProcessTest, QuotesWhatTheShellWouldRead)
{
    EXPECT_EQ(shell_word("/tmp/a-b.c"), "/tmp/a-b.c");
    EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
    EXPECT_EQ(shell_word(""), "''");
}

} // namespace
} // namespace espalier::tuning
