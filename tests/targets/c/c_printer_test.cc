// Expressions as C: parentheses where C and its compilers want them, and no overflow that the
// source does not have.

#include "espalier/targets/c/c_printer.h"

#include "espalier/ast/generator.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/id.h"

#include <gtest/gtest.h>

namespace espalier::targets {
namespace {

class CPrinterTest : public testing::Test {
protected:
    void add_parameter(const std::string &name, const std::string &type, long least, long greatest,
                       bool is_wide = false)
    {
        program.parameters.push_back({presburger::make_id(context.get(), name), type,
                                      isl::val(context.get(), least),
                                      isl::val(context.get(), greatest), is_wide});
    }

    std::string print_value(const std::string &function)
    {
        CPrinter printer(program, lowering::Names());
        isl::set all(context.get(), "{ : }");
        return printer.expression(ast::value(isl::pw_aff(context.get(), function), all));
    }

    std::string print_condition(const std::string &set)
    {
        CPrinter printer(program, lowering::Names());
        isl::set all(context.get(), "{ : }");
        return printer.expression(ast::condition(isl::set(context.get(), set), all));
    }

    presburger::Context context;
    program::Program program;
};

constexpr long int_least = -2147483648L, int_greatest = 2147483647L;

TEST_F(CPrinterTest, WidensWhatCouldOverflow)
{
    add_parameter("n", "int", int_least, int_greatest);
    EXPECT_EQ(print_value("[n] -> { [n + 31] }"), "(long)n + 31");
    EXPECT_EQ(print_value("[n] -> { [2n] }"), "(long)2 * n");
    EXPECT_EQ(print_value("[n] -> { [n] }"), "n");
}

TEST_F(CPrinterTest, LeavesSmallTypesAlone)
{
    add_parameter("n", "short", -32768, 32767);
    EXPECT_EQ(print_value("[n] -> { [n + 31] }"), "n + 31");
}

TEST_F(CPrinterTest, ComputesWithoutUnsignedArithmetic)
{
    add_parameter("n", "unsigned int", 0, 4294967295L);
    EXPECT_EQ(print_value("[n] -> { [n - 1] }"), "(long)n - 1");
    EXPECT_EQ(print_condition("[n] -> { : n >= 3 }"), "(long)n >= 3");
}

TEST_F(CPrinterTest, NeedsNoCastForWideTypes)
{
    add_parameter("n", "long", -(1L << 62), 1L << 62, true);
    EXPECT_EQ(print_value("[n] -> { [n + 31] }"), "n + 31");
}

TEST_F(CPrinterTest, RoundsDown)
{
    add_parameter("n", "long", -(1L << 62), 1L << 62, true);
    EXPECT_EQ(print_value("[n] -> { [floor(n / 32)] }"), "floord(n, 32)");
}

TEST_F(CPrinterTest, PutsParenthesesAroundMixedLogic)
{
    add_parameter("n", "int", int_least, int_greatest);
    add_parameter("m", "int", int_least, int_greatest);
    EXPECT_EQ(print_condition("[n, m] -> { : n >= 3 and m >= 4; : n <= -5 }"),
              "n <= -5 || (n >= 3 && m >= 4)");
}

} // namespace
} // namespace espalier::targets
