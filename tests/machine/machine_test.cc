#include "espalier/base/error.h"
#include "espalier/machine/machine.h"

#include <gmock/gmock.h>

namespace espalier::machine {

namespace {

using testing::HasSubstr;

/// The message of the error that reading a text ends with, after the line of its place.
std::string refusal(const std::string &text)
{
    try {
        read_machine(text, "m.yaml");
    } catch (const Error &error) {
        EXPECT_EQ(error.diagnostic().kind, DiagnosticKind::malformed_model);
        return std::to_string(error.diagnostic().place.line) + ": " + error.what();
    }
    return "";
}

TEST(MachineTest, DetectedMachineIsReadBackAsItIsPrinted)
{
    Machine machine = detect_machine();
    EXPECT_GE(machine.cores, 1U);
    EXPECT_FALSE(machine.name.empty());
    EXPECT_LE(machine.first_cache, machine.second_cache);
    EXPECT_LE(machine.second_cache, machine.last_cache);
    EXPECT_EQ(read_machine(to_yaml(machine), "m.yaml"), machine);
}

TEST(MachineTest, EveryEntryIsPrintedAndRead)
{
    Machine machine{"mine: \"a\" #1", 3, 32, 4096, 2, 8192, 4, 65536, 0, 16, 8, 8, false, 700};
    machine.line_transfer = 50;
    machine.second_stream = 1.25;
    machine.second_jump = 4.5;
    machine.last_stream = 5;
    machine.last_jump = 15.75;
    machine.memory_stream = 11;
    machine.memory_jump = 90.5;
    machine.memory_threads = 1.5;
    machine.crossing = 1.25;
    machine.division = 4.25;
    machine.division_latency = 13.5;
    machine.root = 4.75;
    machine.root_latency = 19;
    EXPECT_EQ(read_machine(to_yaml(machine), "m.yaml"), machine);
}

TEST(MachineTest, VectorsStayWithinLinesWhereCrossingTakesLonger)
{
    Machine machine;
    machine.vector = 64;
    EXPECT_EQ(narrow_vector(machine), 32U);
    machine.crossing = 1;
    EXPECT_EQ(narrow_vector(machine), 64U);
    machine.vector = 32;
    EXPECT_EQ(narrow_vector(machine), 32U);
}

TEST(MachineTest, MeasuredMachineHasTheSizesItWasGiven)
{
    Machine small;
    small.cores = 2;
    small.first_cache = 8 << 10;
    small.second_cache = 16 << 10;
    small.last_cache = 64 << 10;
    const Machine found = measured(small);
    EXPECT_EQ(found.second_cache, small.second_cache);
    EXPECT_GT(found.memory_stream, 0);
    EXPECT_GE(found.memory_threads, 1);
    EXPECT_LE(found.memory_threads, 2);
    EXPECT_GE(found.crossing, 1);
    EXPECT_GT(found.division_latency, 0);
    EXPECT_EQ(read_machine(to_yaml(found), "m.yaml"), found);
}

TEST(MachineTest, MissingEntriesAreGeneric)
{
    Machine expected;
    expected.cores = 5;
    EXPECT_EQ(read_machine("# mine\ncores: 5\n", "m.yaml"), expected);
    EXPECT_EQ(read_machine("{}", "m.yaml"), Machine());
}

TEST(MachineTest, RefusalsNameLineAndRemedy)
{
    EXPECT_THAT(refusal("cores: 2\nfirst_cach: 4096\n"),
                HasSubstr("2: a machine has no entry `first_cach`; did you mean `first_cache`?"));
    EXPECT_THAT(refusal("line: 0\n"), HasSubstr("1: `line` has to be a number from 8 to"));
    EXPECT_THAT(refusal("line: 48K\n"), HasSubstr("has to be a number"));
    EXPECT_THAT(refusal("cores: [1, 2]\n"), HasSubstr("has to have one value"));
    EXPECT_THAT(refusal("division: fast\n"),
                HasSubstr("`division` has to be a number from 0.01 to"));
    EXPECT_THAT(refusal("division: 0\n"), HasSubstr("has to be a number"));
    EXPECT_THAT(refusal("division: nan\n"), HasSubstr("has to be a number"));
    EXPECT_THAT(refusal("has_fma: yes\n"), HasSubstr("has to be true or false"));
    EXPECT_THAT(refusal("second_cache: 2048\n"), HasSubstr("at least as large as the one before"));
    EXPECT_THAT(refusal("- 3\n"), HasSubstr("this is not a map"));
}

} // namespace

} // namespace espalier::machine
