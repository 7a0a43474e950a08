#include "espalier/presburger/context.h"
#include "espalier/program/print.h"
#include "espalier/targets/c/decided_comparisons.h"

#include <gtest/gtest.h>

namespace espalier::targets {
namespace {

using program::ExpressionPtr;

/// Bodies that compare an unsigned variable `u`, a short one `s`, and a loop variable, which is 7.
class DecidedComparisons : public ::testing::Test {
protected:
    DecidedComparisons()
    {
        add("u", 0, 4294967295);
        add("s", -32768, 32767);
    }

    void add(const std::string &name, long least, long greatest)
    {
        isl::ctx ctx = context.get();
        program.parameters.push_back(
            {isl::id(ctx, name), "T", isl::val(ctx, least), isl::val(ctx, greatest), false});
    }

    static ExpressionPtr variable(const std::string &name)
    {
        return program::make_expression(program::ConstantVariable{name});
    }

    static ExpressionPtr iterator()
    {
        return program::make_expression(program::IteratorValue{0, "long"});
    }

    std::string decided(const ExpressionPtr &left, const std::string &op,
                        const ExpressionPtr &right, long value = 7) const
    {
        auto number = [&](const program::Expression &part) {
            return std::holds_alternative<program::IteratorValue>(part.node) ? std::optional(value)
                                                                             : std::nullopt;
        };
        program::LeafPrinter leaves;
        leaves.access = [](std::size_t access) { return "a" + std::to_string(access); };
        leaves.iterator = [](const program::IteratorValue &) { return "i"; };
        const ExpressionPtr body =
            program::make_expression(program::BinaryOperation{op, left, right});
        auto text = [&](const program::Expression &part) { return program::print(part, leaves); };
        return text(*with_comparisons_decided(program, statement, body, {number, text}));
    }

    presburger::Context context;
    program::Program program;
    program::Statement statement;
};

TEST_F(DecidedComparisons, AreThoseThatTypesDecide)
{
    EXPECT_EQ(decided(variable("u"), "<", iterator(), 0), "0");
    EXPECT_EQ(decided(variable("u"), ">=", iterator(), 0), "1");
    EXPECT_EQ(decided(iterator(), ">", variable("u"), 0), "0");
    EXPECT_EQ(decided(iterator(), "<=", variable("u"), 0), "1");
    EXPECT_EQ(decided(variable("u"), "<=", iterator(), 4294967296), "1");
    EXPECT_EQ(decided(variable("u"), "==", iterator(), 4294967296), "0");
    EXPECT_EQ(decided(variable("u"), "!=", iterator(), 4294967296), "1");
    EXPECT_EQ(decided(variable("u"), ">", iterator(), 4294967296), "0");
}

TEST_F(DecidedComparisons, OfElements)
{
    const isl::id id(context.get(), "R0");
    for (const char *type : {"unsigned char", "int", "double"}) {
        program::Array array;
        array.element_type = type;
        program.arrays.push_back(array);
        statement.accesses.push_back({program::AccessKind::read,
                                      program.arrays.size() - 1,
                                      id,
                                      isl::map(context.get(), "{ S[] -> A[] }"),
                                      {}});
    }
    const auto element = [](std::size_t access) {
        return program::make_expression(program::AccessValue{access});
    };
    const auto literal = [](const char *spelling) {
        return program::make_expression(program::Literal{spelling});
    };
    EXPECT_EQ(decided(literal("0"), ">", element(0)), "0");
    EXPECT_EQ(decided(element(0), "<", literal("256u")), "1");
    EXPECT_EQ(decided(element(0), "<", literal("255")), "a0 < 255");
    EXPECT_EQ(decided(element(1), "<", literal("0")), "a1 < 0");
    EXPECT_EQ(decided(element(0), ">=", literal("0.5")), "a0 >= 0.5");
    EXPECT_EQ(decided(element(0), "==", literal("0400")), "a0 == 0400");
    for (const char *op : {"<", ">", "!="})
        EXPECT_EQ(decided(element(1), op, element(1)), "0");
    for (const char *op : {"<=", ">=", "=="})
        EXPECT_EQ(decided(element(1), op, element(1)), "1");
    EXPECT_EQ(decided(element(1), "<", element(0)), "a1 < a0");
    EXPECT_EQ(decided(element(1), "-", element(1)), "a1 - a1");
    EXPECT_EQ(decided(element(2), "==", element(2)), "a2 == a2") << "it may be no number";
}

TEST_F(DecidedComparisons, AreNoOthers)
{
    EXPECT_EQ(decided(variable("u"), "<", iterator()), "u < i");
    EXPECT_EQ(decided(variable("u"), "<=", iterator(), 0), "u <= i");
    EXPECT_EQ(decided(variable("u"), "==", iterator(), 0), "u == i");
    EXPECT_EQ(decided(variable("u"), "+", iterator(), 0), "u + i");
    EXPECT_EQ(decided(variable("s"), "<", iterator(), 0), "s < i") << "a conversion may wrap it";
    EXPECT_EQ(decided(variable("other"), "<", iterator(), 0), "other < i");
    EXPECT_EQ(decided(variable("u"), "<", variable("s")), "u < s");
}

} // namespace
} // namespace espalier::targets
