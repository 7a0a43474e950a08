#include "espalier/tuning/tune.h"

#include "espalier/base/error.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace espalier::tuning {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;

/// Times by code; what is not there takes a second.
class FakeEvaluator : public Evaluator {
public:
    Measurement measure(const std::string &code, std::optional<double>) override
    {
        measured.push_back(code);
        auto known = results.find(code);
        return known != results.end() ? known->second : Measurement{false, "", {1.0}, {"42\n"}};
    }

    std::map<std::string, Measurement> results;
    std::vector<std::string> measured;
};

Measurement takes(double seconds) { return {false, "", {seconds, 2 * seconds}, {"42\n", "42\n"}}; }

Measurement prints(const std::string &output) { return {false, "", {0.01}, {output}}; }

/// The script choose{name = "tile", 8, 16, 32, 64}, whose point 64 is illegal.
Candidate tiled(const Choose &choose)
{
    std::vector<std::string> sizes = {"8", "16", "32", "64"};
    std::string size = sizes[choose({"tile", sizes, 3})];
    if (size == "64")
        throw Error(Fault::input, DiagnosticKind::broken_dependence, "it breaks a dependence",
                    {"a.lua", 3, 1, ""});
    return {"tiled by " + size, size};
}

class TuneTest : public testing::Test {
protected:
    Best tune()
    {
        Store store(folder.path() / "tune.db", {"a.c", "a", "a.lua", "b", "cc", "run", ""});
        lines.clear();
        evaluator.measured.clear();
        return tuning::tune(subject, evaluator, store, options,
                            [&](const std::string &line) { lines.push_back(line); });
    }

    std::string failure(DiagnosticKind kind)
    {
        try {
            tune();
        } catch (const Error &error) {
            EXPECT_EQ(error.diagnostic().kind, kind);
            return error.what();
        }
        return "no failure";
    }

    test::TemporaryFolder folder;
    Subject subject = {"original", [] { return std::string("automatic"); }, tiled,
                       [](const std::string &script) { return "tiled by " + script; }};
    FakeEvaluator evaluator;
    Options options;
    std::vector<std::string> lines;
};

TEST_F(TuneTest, FindsTheFastest)
{
    evaluator.results = {{"original", takes(2)},
                         {"automatic", takes(0.5)},
                         {"tiled by 8", takes(0.8)},
                         {"tiled by 16", takes(0.4)}};
    Best best = tune();
    EXPECT_EQ(text(best.point), "tile=16");
    EXPECT_EQ(best.candidate.script, "16");
    EXPECT_EQ(best.seconds, 0.4);
    EXPECT_EQ(best.original, 2);
    EXPECT_EQ(best.automatic, 0.5);
    EXPECT_EQ(best.points, 4U);
    EXPECT_THAT(lines, ElementsAre("original: 2 s", "automatic schedule: 0.5 s, 4.00x",
                                   "[1/4] tile=8: 0.8 s, 2.50x (best 2.50x)",
                                   "[2/4] tile=16: 0.4 s, 5.00x (best 5.00x)",
                                   "[3/4] tile=32: 1 s, 2.00x (best 5.00x)",
                                   "[4/4] tile=64: illegal: line 3: it breaks a dependence "
                                   "(best 5.00x)"));
}

TEST_F(TuneTest, DoesNotCompileWhatIsIllegal)
{
    tune();
    EXPECT_THAT(evaluator.measured,
                ElementsAre("original", "automatic", "tiled by 8", "tiled by 16", "tiled by 32"));
}

TEST_F(TuneTest, ContinuesWhereItStopped)
{
    options.evaluations = 2;
    evaluator.results["tiled by 8"] = evaluator.results["tiled by 16"] = takes(0.5);
    Best first = tune();
    EXPECT_EQ(first.points, 2U);
    std::vector<std::string> known = evaluator.measured;

    Best second = tune();
    EXPECT_EQ(second.points, 4U);
    EXPECT_EQ(second.seconds, 0.5);
    EXPECT_EQ(evaluator.measured.size() + known.size(), 5U);
    for (const std::string &code : evaluator.measured)
        EXPECT_THAT(known, testing::Not(Contains(code)));

    tune();
    EXPECT_THAT(evaluator.measured, SizeIs(0));
    EXPECT_THAT(lines, Contains("points known from an earlier search: 4"));
}

TEST_F(TuneTest, MeasuresTheSameCodeOnce)
{
    subject.generate = [](const Choose &choose) {
        std::size_t taken = choose({"tile", {"8", "16", "32"}, 1});
        return Candidate{taken == 2 ? "original" : "tiled by 8", "8"};
    };
    tune();
    EXPECT_THAT(evaluator.measured, ElementsAre("original", "automatic", "tiled by 8"));
    EXPECT_THAT(lines, Contains(HasSubstr("the same code as tile=8")));
    EXPECT_THAT(lines, Contains(HasSubstr("the same code as original")));
}

TEST_F(TuneTest, NeverTakesWhatIsWrongOrFails)
{
    evaluator.results["tiled by 8"] = prints("41\n");
    evaluator.results["tiled by 16"] = {true, "it does not run: exit status 1", {}, {}};
    EXPECT_EQ(text(tune().point), "tile=32");
    EXPECT_THAT(lines,
                Contains(HasSubstr("tile=8: wrong: line 1 of its output is `41`, not `42`")));
    EXPECT_THAT(lines, Contains(HasSubstr("tile=16: failed: it does not run: exit status 1")));
}

TEST_F(TuneTest, NeedNotComparePrintedNumbers)
{
    options.compare_outputs = false;
    evaluator.results["tiled by 8"] = prints("41\n");
    EXPECT_EQ(text(tune().point), "tile=8");
}

TEST_F(TuneTest, LooksAtTheOutputsOfAllRuns)
{
    evaluator.results["tiled by 8"] = {false, "", {0.1, 0.1}, {"42\n", "42\n43\n"}};
    EXPECT_EQ(text(tune().point), "tile=16");
    EXPECT_THAT(lines, Contains(HasSubstr("wrong: its output is longer than the original's")));
}

TEST_F(TuneTest, WorksWithoutTheAutomaticSchedule)
{
    evaluator.results["automatic"] = prints("wrong");
    EXPECT_EQ(tune().automatic, std::nullopt);
}

TEST_F(TuneTest, MeasuresAgainWhatAnotherVersionMade)
{
    evaluator.results = {{"tiled by 8", takes(0.1)}, {"tiled by 16", takes(0.5)}};
    tune();
    subject.generate = [](const Choose &choose) {
        Candidate candidate = tiled(choose);
        candidate.code += " anew";
        return candidate;
    };
    subject.apply = [](const std::string &script) { return "tiled by " + script + " anew"; };
    evaluator.results["tiled by 16 anew"] = takes(0.2);
    Best best = tune();
    EXPECT_EQ(best.seconds, 0.2);
    EXPECT_EQ(best.candidate.code, "tiled by 16 anew");
}

TEST_F(TuneTest, SamplesAtRandomIfThereIsMore)
{
    subject.generate = [](const Choose &choose) {
        std::string taken;
        for (int k = 0; k < 3; ++k)
            taken += std::to_string(choose({"digit", {"0", "1", "2", "3", "4"}, 1}));
        return Candidate{"tiled by " + taken, taken};
    };
    options.evaluations = 10;
    EXPECT_EQ(tune().points, 10U);
    EXPECT_THAT(lines, Contains("about 124 points are left, of which 9 are tried, at random "
                                "(--seed=1)"));
}

TEST_F(TuneTest, AScriptWithoutChoicesIsAnError)
{
    subject.generate = [](const Choose &) { return Candidate(); };
    EXPECT_THAT(failure(DiagnosticKind::script_error), HasSubstr("has no choices"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "tune.db"));
}

TEST_F(TuneTest, WhatFailsWithoutChoicesIsAnError)
{
    subject.generate = [](const Choose &) -> Candidate {
        throw Error(Fault::input, DiagnosticKind::syntax_error, "no C");
    };
    EXPECT_EQ(failure(DiagnosticKind::syntax_error), "no C");
}

TEST_F(TuneTest, AnOriginalThatFailsIsAnError)
{
    evaluator.results["original"] = {true, "it does not compile: exit status 1", {}, {}};
    EXPECT_THAT(failure(DiagnosticKind::bad_command_line),
                AllOf(HasSubstr("the original program cannot be measured"),
                      HasSubstr("it does not compile: exit status 1")));
    evaluator.results["original"] = {false, "", {1, 1}, {"1\n", "2\n"}};
    EXPECT_THAT(failure(DiagnosticKind::bad_command_line), HasSubstr("something else each time"));
}

TEST_F(TuneTest, NothingThatIsRightIsAnError)
{
    subject.generate = [](const Choose &choose) -> Candidate {
        choose({"tile", {"8", "16"}, 1});
        throw Error(Fault::input, DiagnosticKind::script_error, "no loop `k`");
    };
    EXPECT_THAT(failure(DiagnosticKind::script_error),
                AllOf(HasSubstr("points tried: 2"), EndsWith("tile=8: illegal: no loop `k`")));
}

TEST_F(TuneTest, ABugOfOneCandidateDoesNotEndTheSearch)
{
    subject.generate = [](const Choose &choose) {
        Candidate candidate = tiled(choose);
        if (candidate.script == "8")
            throw std::runtime_error("isl says no");
        return candidate;
    };
    EXPECT_EQ(tune().points, 4U);
    EXPECT_THAT(lines, Contains(HasSubstr("tile=8: failed: a bug in Espalier: isl says no")));
}

TEST_F(TuneTest, ChecksThatTheScriptMakesTheCode)
{
    subject.apply = [](const std::string &) { return std::string("another"); };
    EXPECT_THAT(failure(DiagnosticKind::internal_error), HasSubstr("this is a bug in Espalier"));
}

TEST(GainTest, IsAFactor)
{
    EXPECT_EQ(gain(3, 2), "1.50x");
    EXPECT_EQ(gain(3, 0), "?");
}

} // namespace
} // namespace espalier::tuning
